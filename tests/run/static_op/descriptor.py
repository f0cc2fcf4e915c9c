"""Writes the framework's own description of its messages in the form that protoc takes: descriptor.py DESCRIPTION SET."""
import pathlib
import runpy
import sys

from google.protobuf.descriptor_pb2 import FileDescriptorSet

messages = FileDescriptorSet()
runpy.run_path(sys.argv[1])["DESCRIPTOR"].CopyToProto(messages.file.add())
pathlib.Path(sys.argv[2]).write_bytes(messages.SerializeToString())
