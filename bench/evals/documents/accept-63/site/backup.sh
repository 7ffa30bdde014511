#!/bin/sh
# TODO
exit 0
