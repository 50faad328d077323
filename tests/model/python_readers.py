"""The other side of python_readers_test: numpy, safetensors and TensorBoard as people have them.

python_readers.py read FOLDER    prints as JSON what these packages find in the files of FOLDER
python_readers.py write FOLDER   writes files for our readers
"""
import json
import math
import os
import sys

import numpy


def plain(array):
    return {"type": array.dtype.str, "shape": list(array.shape), "values": [number(v) for v in array.ravel().tolist()]}


def number(value):
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value


def read(folder):
    import safetensors.numpy
    from safetensors import safe_open
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.endswith(".npz"):
            with numpy.load(path, allow_pickle=False) as arrays:
                found[name] = {key: plain(arrays[key]) for key in arrays.files}
        elif name.endswith(".safetensors"):
            try:
                found[name] = {key: plain(array) for key, array in safetensors.numpy.load_file(path).items()}
                with safe_open(path, framework="numpy") as opened:
                    found[name]["metadata"] = opened.metadata()
            except TypeError:  # numpy has no bfloat16: the bytes are what can be compared
                with open(path, "rb") as opened:
                    found[name] = {
                        key: {"type": value["dtype"], "shape": value["shape"], "values": list(value["data"])}
                        for key, value in safetensors.deserialize(opened.read())
                    }
    accumulator = EventAccumulator(folder, size_guidance={"scalars": 0})
    accumulator.Reload()
    found["scalars"] = {
        tag: [[event.step, event.wall_time, number(event.value)] for event in accumulator.Scalars(tag)]
        for tag in accumulator.Tags()["scalars"]
    }
    found["version"] = accumulator.file_version
    json.dump(found, sys.stdout)


def write(folder):
    import safetensors.numpy
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.summary.writer.event_file_writer import EventFileWriter

    arrays = {
        "f64": numpy.linspace(-1, 1, 6).reshape(2, 3),
        "f32": numpy.arange(24, dtype=numpy.float32).reshape(2, 3, 4) / 8,
        "f16": numpy.arange(5, dtype=numpy.float16) / 4,
        "i64": numpy.array(-(2**40)),
        "i32": numpy.arange(6, dtype=numpy.int32).reshape(6, 1),
        "u8": numpy.arange(256, dtype=numpy.uint8),
        "bool": numpy.array([[True, False, True]]),
        "empty": numpy.zeros((0, 3), dtype=numpy.float32),
        "view": numpy.arange(20, dtype=numpy.int64).reshape(4, 5)[::2, 1:3],
        "größe λ": numpy.array([1.5], dtype=numpy.float32),
    }
    numpy.savez(os.path.join(folder, "stored.npz"), **arrays)
    large = dict(arrays, large=numpy.tile(numpy.arange(1000, dtype=numpy.int64), 300))
    numpy.savez_compressed(os.path.join(folder, "deflated.npz"), **large)
    numpy.savez_compressed(os.path.join(folder, "small.npz"), f32=arrays["f32"], step=arrays["i64"], u8=arrays["u8"])
    numpy.savez(os.path.join(folder, "fortran.npz"), turned=numpy.asfortranarray(arrays["f64"]))
    numpy.savez(os.path.join(folder, "big.npz"), swapped=arrays["f32"].astype(">f4"))
    contiguous = {key: numpy.ascontiguousarray(array).reshape(array.shape) for key, array in arrays.items()}
    safetensors.numpy.save_file(contiguous, os.path.join(folder, "f.safetensors"), metadata={"größe": "λ", "format": "np"})

    writer = EventFileWriter(folder)
    for step in range(50):
        values = [Summary.Value(tag="train/loss", simple_value=1 / (step + 1)), Summary.Value(tag="valid/accuracy", simple_value=math.inf)]
        writer.add_event(Event(wall_time=1000.5 + step, step=step, summary=Summary(value=values)))
    writer.close()


if __name__ == "__main__":
    {"read": read, "write": write}[sys.argv[1]](sys.argv[2])
