"""The shared base of both front ends: library and session, calculations, rulings, references and reports."""
