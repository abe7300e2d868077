package describe

import (
	"encoding/xml"
	"fmt"
	"image"
	_ "image/gif" // the formats whose size is told
	_ "image/jpeg"
	_ "image/png"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	_ "golang.org/x/image/webp"

	"skills-ls/analysis/hiddentext"
	"skills-ls/analysis/refs"
)

const (
	maxShownImage = 4 << 20  // bytes; larger files are not read for a hover
	MaxSVGHead    = 64 << 10 // bytes searched for the root element; comments and a DOCTYPE may precede it
)

// imageSize returns the dimensions of an image, to follow its size in bytes, or "" for other files. The
// caller has checked that the file may be read.
func imageSize(c *refs.Cursor, path string, size int64) string {
	var sizeOf func(text string) (string, bool)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
		sizeOf = rasterSize
	case ".svg":
		sizeOf = drawingSize
	}
	if sizeOf == nil || size > maxShownImage {
		return ""
	}
	text, err := c.Snapshot.FS().ReadFile(path)
	if err != nil {
		return ""
	}
	told, ok := sizeOf(text)
	if !ok {
		return ", no image that can be shown"
	}
	return ", " + told
}

func rasterSize(text string) (string, bool) {
	config, _, err := image.DecodeConfig(strings.NewReader(text))
	return fmt.Sprintf("%d × %d pixels", config.Width, config.Height), err == nil
}

// drawingSize returns the size of an SVG: that of the root element if both its sides are lengths, otherwise
// that of its view box, which viewers scale to the available space.
func drawingSize(text string) (string, bool) {
	root, ok := svgRoot(text[:min(len(text), MaxSVGHead)])
	if !ok {
		return "", false
	}
	attributes := make(map[string]string)
	for _, a := range root.Attr {
		if a.Name.Space == "" {
			attributes[a.Name.Local] = strings.TrimSpace(a.Value)
		}
	}
	width, wide := pixels(attributes["width"])
	height, high := pixels(attributes["height"])
	if wide && high {
		return fmt.Sprintf("%s × %s pixels", width, height), true
	}
	box := strings.FieldsFunc(attributes["viewBox"], func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
	if len(box) == 4 {
		width, wide = pixels(box[2])
		height, high = pixels(box[3])
		if wide && high {
			return fmt.Sprintf("a drawing of %s × %s units", width, height), true
		}
	}
	return "a drawing without a size of its own", true
}

// svgRoot returns the root element of an SVG, given its beginning. It returns false if there is no svg root.
func svgRoot(text string) (xml.StartElement, bool) {
	d := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(text, hiddentext.ByteOrderMark)))
	// Accept entities that a DOCTYPE defines, and every encoding: the sizes are ASCII.
	d.Strict = false
	d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for {
		token, err := d.RawToken()
		if err != nil {
			return xml.StartElement{}, false
		}
		if root, ok := token.(xml.StartElement); ok {
			return root, root.Name.Local == "svg"
		}
	}
}

// cssPixels maps the absolute length units of CSS to pixels.
var cssPixels = map[string]float64{
	"": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96.0 / 72, "pc": 16,
}

// pixels returns a length in pixels with at most two decimal places. It returns false for text that is not a
// length, and for a length that depends on where the drawing is shown.
func pixels(length string) (string, bool) {
	number := strings.TrimRight(strings.ToLower(length), "%abcdefghijklmnopqrstuvwxyz")
	scale, ok := cssPixels[strings.ToLower(length)[len(number):]]
	n, err := strconv.ParseFloat(number, 64)
	if n *= scale; !ok || err != nil || n < 0 || n > math.MaxInt32 {
		return "", false
	}
	return strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64), true
}
