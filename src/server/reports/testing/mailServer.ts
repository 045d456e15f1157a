import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string[]
  /** It was sent over TLS. */
  isSecure: boolean
  /** Who was logged in. */
  user: string | undefined
  /** As sent, with headers. */
  raw: string
  /** Lower-case names; a repeated header has its last value. */
  headers: Record<string, string>
}

interface MailServer {
  url: string
  mails: ReceivedMail[]
  close(): Promise<void>
}

type Answer = (error?: Error | null) => void

interface Behaviour {
  onRecipient?: (address: string, done: Answer) => void
  /** A mail arrived completely. `cut` closes all connections without a response. */
  onMail?: (mail: ReceivedMail, done: Answer, cut: () => void) => void
}

export interface MailSecurity {
  /** TLS from the start. */
  tls?: boolean
  startTls?: boolean
  /** Without a login, everybody may send. */
  login?: { user: string; password: string }
  certificate?: Certificate
}

interface Certificate {
  cert: string
  key: string
}

/** A self-signed certificate for `localhost`. */
export function newCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-mail-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  try {
    const made = spawnSync('openssl', ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', cert])
    if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr.toString()}`)
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A rejection by a mail server. */
export const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/**
 * A real mail server on a loopback port (by default any free one); it stores the mails that it accepts. Its behavior
 * may change while it runs.
 */
export async function startMailServer(
  behaviour: Behaviour,
  security: MailSecurity = {},
  wantedPort = 0,
): Promise<MailServer> {
  const { tls = false, startTls = false, login, certificate = {} } = security
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    ...certificate,
    secure: tls,
    authOptional: login === undefined,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) return done(null, { user: username })
      done(refusal(535, 'wrong password'))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(chunks).toString()
        const from = mailFrom ? mailFrom.address : ''
        const { secure: isSecure, user } = session
        const mail = { from, to: rcptTo.map(({ address }) => address), isSecure, user, raw, headers: headersOf(raw) }
        const answer: Answer = (error) => {
          if (!error) mails.push(mail)
          done(error)
        }
        if (!behaviour.onMail) return answer()
        behaviour.onMail(mail, answer, () => {
          for (const connection of server.connections) connection.close()
        })
      })
    },
    onRcptTo({ address }, _session, done) {
      if (behaviour.onRecipient) behaviour.onRecipient(address, done)
      else done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((ready) => server.listen(wantedPort, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

function headersOf(raw: string): Record<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return Object.fromEntries(
    head.split('\r\n').map((line) => {
      const cut = line.indexOf(':')
      return [line.slice(0, cut).toLowerCase(), line.slice(cut + 1).trim()]
    }),
  )
}

/** The decoded parts of a mail, by content type: `text/plain`, `text/html`, `text/csv`. */
export function partsOf(raw: string): Record<string, string> {
  const parts: Record<string, string> = {}
  const boundaries = [...raw.matchAll(/boundary="([^"]+)"/g)].map(([, boundary = '']) => boundary)
  for (const piece of raw.split(new RegExp(`\\r\\n--(?:${boundaries.join('|')})(?:--)?\\r\\n`))) {
    const cut = piece.indexOf('\r\n\r\n')
    const { 'content-type': type = '', 'content-transfer-encoding': encoding = '' } = headersOf(piece)
    const name = type.split(';')[0] ?? ''
    if (cut > 0 && !name.startsWith('multipart/')) parts[name] = decoded(piece.slice(cut + 4), encoding)
  }
  return parts
}

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
