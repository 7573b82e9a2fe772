"""What both front ends work with: library and session, calculations, rulings, annotations, references and reports."""
