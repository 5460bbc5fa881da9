"""A person of the demo as a browser's fake camera and microphone.

`python e2e/actor.py PERSON QUESTION CAMERA.y4m MICROPHONE.wav`
"""

import sys
import wave
from pathlib import Path

import av
import numpy as np

from dayshift.demo.figures import HEIGHT, WIDTH
from dayshift.demo.recording import FPS, loudness, pictures, voice

RATE = 48_000

person, question, camera, microphone = sys.argv[1:]
with Path(camera).open("wb") as file:
    file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{FPS}:1 Ip A1:1 C420jpeg\n".encode())
    for image in pictures(person, loudness(person, question)):
        frame = av.VideoFrame.from_ndarray(image, format="rgb24").reformat(format="yuv420p")
        file.write(b"FRAME\n" + frame.to_ndarray().tobytes())
resampler = av.AudioResampler("s16", "mono", RATE)
with av.open(voice(person, question)) as source, wave.open(microphone, "wb") as target:
    target.setnchannels(1)
    target.setsampwidth(2)
    target.setframerate(RATE)
    for frame in source.decode(audio=0):
        for part in resampler.resample(frame):
            target.writeframes(np.ascontiguousarray(part.to_ndarray()).tobytes())
