package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// A file is a file in an archive.
type file struct {
	name string // with slashes
	mode fs.FileMode
	when time.Time // in whole seconds; writers give all files the same time
	data []byte
}

// Modes of files in archives.
const (
	plain      fs.FileMode = 0o644
	executable fs.FileMode = 0o755
)

// pack creates an archive of files, sorted by name and all with the same time. The name determines the
// format: .tar.gz, or else zip.
func pack(name string, files []file, when time.Time) ([]byte, error) {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
	if strings.HasSuffix(name, ".tar.gz") {
		return packTar(files, when)
	}
	return packZip(files, when)
}

func packTar(files []file, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: when, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func packZip(files []file, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when}
		header.SetMode(f.mode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// unpack returns the files of an archive in its order. Anything but a regular file is an error.
func unpack(name string, archive []byte) ([]file, error) {
	if strings.HasSuffix(name, ".tar.gz") {
		return unpackTar(archive)
	}
	return unpackZip(archive)
}

func unpackTar(archive []byte) ([]file, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	var files []file
	for entries := tar.NewReader(compressed); ; {
		header, err := entries.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if header.Typeflag != tar.TypeReg {
			return nil, fmt.Errorf("%s is not a regular file", header.Name)
		}
		data, err := io.ReadAll(entries)
		if err != nil {
			return nil, err
		}
		files = append(files, file{header.Name, fs.FileMode(header.Mode), header.ModTime.UTC(), data})
	}
}

func unpackZip(archive []byte) ([]file, error) {
	entries, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	var files []file
	for _, entry := range entries.File {
		if !entry.Mode().IsRegular() {
			return nil, fmt.Errorf("%s is not a regular file", entry.Name)
		}
		r, err := entry.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		files = append(files, file{entry.Name, entry.Mode(), entry.Modified.UTC(), data})
	}
	return files, nil
}
