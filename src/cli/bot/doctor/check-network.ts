// Doctor checks of the network, without sending a secret: DNS, TLS and the venue's certificate.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
  type TLSSocket,
} from 'node:tls';
import { lookUp } from '../../../client/index.js';
import { isSystemError } from '../../../journal/index.js';
import { cleanText } from '../../../protocol/index.js';
import { bad, type Finding, good, warn } from './finding.js';

const DAY_MS = 86_400_000;
/** Below this remaining life of the certificate the check fails. */
const LEAST_DAYS = 2;
/** Below this remaining life the check warns: a company needs time to issue a new certificate. */
const AMPLE_DAYS = 14;
const HTTPS_PORT = 443;

/** The host of a URL without the brackets of IPv6. */
const toHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export async function checkDns(url: URL): Promise<Finding> {
  const host = toHost(url);
  if (host === 'localhost') return good('localhost is 127.0.0.1, whatever a resolver says');
  if (isIP(host) !== 0) return good(`${host} is an address: no name to look up`);
  try {
    const found = (await lookup(host, { all: true })).map(({ address }) => address);
    return good(`${host} is ${found.join(', ')}`);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const hint = "look at the spelling of venue.baseUrl, and at this machine's resolver";
    return bad(`${host} has no address (${error.code ?? ''}): ${hint}`);
  }
}

/** Completes a TLS handshake and sends nothing: certificate faults show there. */
export function checkTls(url: URL, ca: string | undefined): Promise<Finding> {
  const host = toHost(url);
  const port = url.port === '' ? undefined : Number(url.port);
  if (url.protocol !== 'https:') return Promise.resolve(good('plain http, on this machine only'));
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: port ?? HTTPS_PORT,
      lookup: lookUp,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
      // Accepts any certificate here, since nothing is written to this socket.
      rejectUnauthorized: false,
    });
    socket.once('secureConnect', () => {
      resolve(evaluate(socket, host, ca !== undefined));
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const hint = 'look at host and port of venue.baseUrl, and at firewalls on the way';
      resolve(bad(`no TLS with ${url.host} (${error.code ?? error.name}): ${hint}`));
    });
  });
}

function evaluate(socket: TLSSocket, host: string, hasCa: boolean): Finding {
  const certificate = socket.getPeerCertificate(true);
  const { subject, issuer } = certificate;
  const endsAt = findEnd(certificate);
  const days = Math.floor((endsAt - Date.now()) / DAY_MS);
  const mismatch = checkServerIdentity(host, certificate);
  const ends = `ends ${new Date(endsAt).toISOString().slice(0, 10)}, in ${String(days)} days`;
  const names = mismatch === undefined ? `names fit ${host}` : `no name fits ${host}`;
  const facts = `subject ${toName(subject)}, issuer ${toName(issuer)}, ${names}, ${ends}`;
  if (mismatch !== undefined) {
    return bad(`${facts}: set venue.baseUrl to a name of the certificate; do not log in before`);
  }
  if (endsAt <= Date.now())
    return bad(`${facts}: it has expired; ask the venue for a new certificate`);
  if (!socket.authorized) {
    const signers = hasCa ? 'the signers in venue.ca' : 'the signers that Node knows';
    const hint = 'set venue.ca to the PEM file of its signer, as the venue gave it to you';
    const why = cleanText(String(socket.authorizationError));
    return bad(`${facts}; not signed by ${signers} (${why}): ${hint}`);
  }
  if (days < LEAST_DAYS)
    return bad(`${facts}: ask the venue for the next certificate before a start`);
  if (days < AMPLE_DAYS) return warn(`${facts}: ask the venue when the next certificate comes`);
  return good(facts);
}

const toName = ({ CN, O }: DetailedPeerCertificate['subject']): string =>
  cleanText(String(CN ?? O ?? 'without a name'), 80);

/** Earliest end in the certificate chain; an unreadable time counts as now. */
function findEnd(certificate: DetailedPeerCertificate): number {
  let endsAt = Infinity;
  const seen = new Set<string>();
  for (let one = certificate; !seen.has(one.fingerprint256); one = one.issuerCertificate) {
    seen.add(one.fingerprint256);
    const at = Date.parse(one.valid_to);
    endsAt = Math.min(endsAt, Number.isNaN(at) ? Date.now() : at);
    // The last certificate of an incomplete chain has no issuer.
    if ((one.issuerCertificate as DetailedPeerCertificate | undefined) === undefined) break;
  }
  return endsAt;
}
