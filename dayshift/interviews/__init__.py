"""The interview: asked, recorded, heard and scored."""
