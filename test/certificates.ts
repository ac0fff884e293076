// Certificates for one test: an authority of its own, and servers that it vouches for. Keys live in
// memory alone.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** What has to be trusted. */
  readonly cert: string;
  /** A server of this name or IPv4 address; what ends in no days has expired. */
  issue(host: string, days?: number): ServerCertificate;
}

const DAY_MS = 86_400_000;
const TAGS = {
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  text: 0x0c,
  time: 0x17,
  list: 0x30,
} as const;
const SET = 0x31;
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
/** Ids of objects as they are encoded. */
const IDS = {
  signature: Buffer.from('06082a8648ce3d040302', 'hex'), // ECDSA with SHA-256
  commonName: Buffer.from('0603550403', 'hex'),
  names: Buffer.from('0603551d11', 'hex'),
  constraints: Buffer.from('0603551d13', 'hex'),
};

/** One element of DER: tag, length, content. */
function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const encodeName = (name: string) =>
  encode(
    TAGS.list,
    encode(SET, encode(TAGS.list, IDS.commonName, encode(TAGS.text, Buffer.from(name)))),
  );

/** `YYMMDDhhmmssZ`. */
function encodeTime(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/\D/g, '');
  return encode(TAGS.time, Buffer.from(`${digits.slice(2, 14)}Z`));
}

/** Whom a server's certificate is for. */
function encodeHost(host: string): Buffer {
  const isAddress = /^[\d.]+$/.test(host);
  const bytes = isAddress ? Buffer.from(host.split('.').map(Number)) : Buffer.from(host);
  const names = encode(TAGS.list, encode(isAddress ? 0x87 : 0x82, bytes));
  return encode(TAGS.list, IDS.names, encode(TAGS.bytes, names));
}

interface Content {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extension: Buffer;
  readonly untilMs: number;
}

function makeCertificate(
  { issuer, subject, publicKey, extension, untilMs }: Content,
  by: KeyObject,
) {
  const algorithm = encode(TAGS.list, IDS.signature);
  const now = Date.now();
  const content = encode(
    TAGS.list,
    encode(0xa0, encode(TAGS.integer, Buffer.from([2]))), // X.509 version 3
    encode(TAGS.integer, Buffer.from([1]), randomBytes(8)),
    algorithm,
    encodeName(issuer),
    encode(TAGS.list, encodeTime(Math.min(untilMs, now) - 10 * DAY_MS), encodeTime(untilMs)),
    encodeName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, encode(TAGS.list, extension)),
  );
  const signature = encode(TAGS.bits, Buffer.from([0]), sign('sha256', content, by));
  const text = encode(TAGS.list, content, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

export function createAuthority(authorityDays = 1): Authority {
  const issuer = `authority ${randomBytes(4).toString('hex')}`;
  const own = makeKeys();
  const constraints = encode(TAGS.bytes, encode(TAGS.list, TRUE));
  const mayIssue = encode(TAGS.list, IDS.constraints, TRUE, constraints);
  const now = Date.now();
  return {
    cert: makeCertificate(
      {
        ...{ issuer, subject: issuer, publicKey: own.publicKey },
        ...{ extension: mayIssue, untilMs: now + authorityDays * DAY_MS },
      },
      own.privateKey,
    ),
    issue(host, days = 1) {
      const { privateKey, publicKey } = makeKeys();
      const extension = encodeHost(host);
      const untilMs = now + days * DAY_MS;
      const cert = makeCertificate(
        { issuer, subject: host, publicKey, extension, untilMs },
        own.privateKey,
      );
      return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
    },
  };
}
