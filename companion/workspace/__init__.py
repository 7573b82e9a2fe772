"""The shared base of both front ends: library and session, calculations, rulings, annotations, references and reports."""
