/** Calls on our own pages: peer-to-peer WebRTC, negotiated through the signaling channel. */

import type { SignalMessage, SignalingChannel } from "./signaling.ts";
import { type Call, createCallStore } from "./protocol.ts";

/** Bitrate limit for viewers, because the phone also uploads its recording. In bits per second. */
const MOST_VIDEO = 400_000;

/** Number of times that a broken connection is re-established. */
const MOST_REPAIRS = 5;

export interface EmbeddedCall extends Call {
  /** The signaling messages for this call. */
  readonly hear: (letter: SignalMessage) => void;
}

/** The publisher's connection to one viewer. */
interface PeerLink {
  peer: RTCPeerConnection;
  repairs: number;
}

/** The publishing side. `watched` reports who watches. */
export interface PublishedCall extends EmbeddedCall {
  readonly watched: (by: readonly string[]) => void;
}

/** Sends a stream to every viewer, each over a separate connection. */
export function embeddedPublisher(line: SignalingChannel, iceServers: RTCIceServer[]): PublishedCall {
  const told = createCallStore();
  const strands = new Map<string, PeerLink>();
  let stream: MediaStream | null = null;

  function fill(peer: RTCPeerConnection): void {
    for (const { sender, receiver } of peer.getTransceivers()) {
      const track = stream?.getTracks().find(({ kind }) => kind === receiver.track.kind) ?? null;
      sender.replaceTrack(track).catch(() => {});
    }
  }

  /** A track that ends leaves its last picture on the other side, so viewers are notified. */
  function tell(to: string): void {
    line.send({ type: "showing", to, showing: stream !== null });
  }

  async function offer(to: string, repairs: number): Promise<void> {
    const peer = new RTCPeerConnection({ iceServers });
    strands.set(to, { peer, repairs });
    peer.addTransceiver("audio", { direction: "sendonly" });
    peer.addTransceiver("video", { direction: "sendonly", sendEncodings: [{ maxBitrate: MOST_VIDEO }] });
    fill(peer);
    peer.onicecandidate = ({ candidate }) => line.send({ type: "candidate", to, candidate: candidate?.toJSON() ?? null });
    peer.onconnectionstatechange = () => {
      if (peer.connectionState === "connected") told.enter("joined");
      if (peer.connectionState !== "failed" || strands.get(to)?.peer !== peer) return;
      drop(to);
      if (repairs < MOST_REPAIRS) void offer(to, repairs + 1);
    };
    await peer.setLocalDescription();
    line.send({ type: "offer", to, sdp: peer.localDescription?.sdp });
    tell(to);
  }

  function drop(to: string): void {
    strands.get(to)?.peer.close();
    strands.delete(to);
  }

  return {
    ...told,
    join: () => told.begin("loading", "loaded", "joining"),
    show(next) {
      stream = next;
      for (const [to, { peer }] of strands) {
        fill(peer);
        tell(to);
      }
    },
    leave() {
      for (const to of [...strands.keys()]) drop(to);
      told.enter("left");
    },
    watched(by) {
      for (const gone of [...strands.keys()].filter((to) => !by.includes(to))) drop(gone);
      for (const to of by) if (!strands.has(to)) void offer(to, 0);
    },
    hear(letter) {
      const peer = strands.get(String(letter.from))?.peer;
      if (peer) void receive(peer, letter);
    },
  };
}

/** Receives the publisher's picture and sound, and sends nothing. */
export function embeddedViewer(line: SignalingChannel, iceServers: RTCIceServer[]): EmbeddedCall {
  const told = createCallStore();
  let peer: RTCPeerConnection | null = null;
  // Candidates that arrive before the description are kept until it is set.
  let early: SignalMessage[] = [];
  let stream: MediaStream | null = null;
  let showing = true;

  async function answer(letter: SignalMessage): Promise<void> {
    peer?.close();
    const made = new RTCPeerConnection({ iceServers });
    peer = made;
    made.ontrack = ({ streams: [sent], track }) => {
      stream ??= new MediaStream();
      for (const old of stream.getTracks()) if (old.kind === track.kind) stream.removeTrack(old);
      for (const one of sent ? sent.getTracks() : [track]) stream.addTrack(one);
      if (showing) told.see(stream);
    };
    made.onicecandidate = ({ candidate }) => line.send({ type: "candidate", candidate: candidate?.toJSON() ?? null });
    made.onconnectionstatechange = () => {
      if (made === peer && made.connectionState === "connected") told.enter("joined");
      if (made === peer && made.connectionState === "failed") told.enter("error");
    };
    told.enter("joining");
    await made.setRemoteDescription({ type: "offer", sdp: String(letter.sdp) });
    await made.setLocalDescription();
    line.send({ type: "answer", sdp: made.localDescription?.sdp });
    for (const one of early.splice(0)) await receive(made, one);
  }

  return {
    ...told,
    join: () => told.begin("loading", "loaded"),
    show() {},
    leave() {
      peer?.close();
      peer = null;
      stream = null;
      told.see(null);
      told.enter("left");
    },
    hear(letter) {
      if (letter.type === "showing") {
        showing = letter.showing === true;
        told.see(showing ? stream : null);
      } else if (letter.type === "offer") {
        early = [];
        answer(letter).catch(() => told.enter("error"));
      } else if (peer?.remoteDescription) {
        void receive(peer, letter);
      } else {
        early.push(letter);
      }
    },
  };
}

/** Applies the other side's answer or ICE candidate. One that arrives too late is ignored. */
async function receive(peer: RTCPeerConnection, letter: SignalMessage): Promise<void> {
  try {
    if (letter.type === "answer") await peer.setRemoteDescription({ type: "answer", sdp: String(letter.sdp) });
    if (letter.type === "candidate") await peer.addIceCandidate((letter.candidate as RTCIceCandidateInit | null) ?? undefined);
  } catch (error) {
    console.info("A letter of the call came too late.", error);
  }
}
