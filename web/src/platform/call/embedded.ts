/** Calls on our own pages: WebRTC from one browser to another, which find each other on the line. */

import type { SignalMessage, SignalingChannel } from "./signaling.ts";
import { type Call, createCallStore } from "./protocol.ts";

/** What a watcher sees needs no more, and a phone has its recording to send as well. In bits a second. */
const MOST_VIDEO = 400_000;

/** How often a connection that broke is made anew. */
const MOST_REPAIRS = 5;

export interface EmbeddedCall extends Call {
  /** What the line brings that is for this call. */
  readonly hear: (letter: SignalMessage) => void;
}

/** One watcher's connection, as the one who is watched has it. */
interface PeerLink {
  peer: RTCPeerConnection;
  repairs: number;
}

/** The side that is watched. `watched` says who watches. */
export interface PublishedCall extends EmbeddedCall {
  readonly watched: (by: readonly string[]) => void;
}

/** Shows a picture to every watcher, each on a connection of their own. */
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

  /** A track that ends in between leaves its last picture standing on the other side: they are told. */
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

/** Sees and hears whoever is watched, and sends nothing. */
export function embeddedViewer(line: SignalingChannel, iceServers: RTCIceServer[]): EmbeddedCall {
  const told = createCallStore();
  let peer: RTCPeerConnection | null = null;
  // What comes before the description is kept until there is one.
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

/** What the other side answered or where it can be reached. One that comes too late is no harm. */
async function receive(peer: RTCPeerConnection, letter: SignalMessage): Promise<void> {
  try {
    if (letter.type === "answer") await peer.setRemoteDescription({ type: "answer", sdp: String(letter.sdp) });
    if (letter.type === "candidate") await peer.addIceCandidate((letter.candidate as RTCIceCandidateInit | null) ?? undefined);
  } catch (error) {
    console.info("A letter of the call came too late.", error);
  }
}
