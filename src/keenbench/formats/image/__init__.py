"""Images: what they are and how large, told from their headers without decoding a pixel.

raster   png, jpeg, gif, webp, bmp, tiff
svg      vector drawings, parsed without entities or network
"""
