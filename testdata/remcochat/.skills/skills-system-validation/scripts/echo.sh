#!/bin/sh
echo SCRIPT-MARKER
