/** The proxies of docs/install.md, run with the settings that the document shows. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { codeBlock } from './installGuide.ts'
import { type Machine, runProgram } from './machine.ts'

interface Place {
  folder: string
  port: number
  backendPort: number
}

export interface Proxy {
  name: string
  program: string
  /** The file with the settings, and the arguments that run it in the foreground. */
  prepare: (place: Place) => { text: string; args: (file: string) => string[] }
}

const nginx: Proxy = {
  name: 'nginx',
  program: 'nginx',
  prepare({ folder, port, backendPort }) {
    const site = codeBlock('nginx', [
      ['/etc/ssl/data.example.org/fullchain.pem', join(folder, 'cert.pem')],
      ['/etc/ssl/data.example.org/privkey.pem', join(folder, 'key.pem')],
      ['443 ', `${port} `],
      ['127.0.0.1:8088', `127.0.0.1:${backendPort}`],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    return {
      text: `daemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
      args: (file) => ['-e', 'stderr', '-c', file],
    }
  },
}

const haproxy: Proxy = {
  name: 'HAProxy',
  program: 'haproxy',
  prepare: ({ folder, port, backendPort }) => ({
    text: codeBlock('haproxy', [
      ['/etc/ssl/data.example.org/all.pem', join(folder, 'all.pem')],
      [':443', `:${port}`],
      ['127.0.0.1:8088', `127.0.0.1:${backendPort}`],
    ]),
    args: (file) => ['-f', file],
  }),
}

const caddy: Proxy = {
  name: 'Caddy',
  program: 'caddy',
  prepare({ folder, port, backendPort }) {
    const site = codeBlock('caddyfile', [
      // with its real name, Caddy would request a certificate
      ['data.example.org {', `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
      ['127.0.0.1:8088', `127.0.0.1:${backendPort}`],
    ])
    return {
      text: `{\n\tadmin off\n\tauto_https off\n}\n${site}`,
      args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    }
  },
}

export const proxies = [nginx, haproxy, caddy]

/** Creates a certificate for localhost in this folder; returns it in the format that browsers trust. */
function makeCertificate(folder: string): string {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  runProgram(['openssl', 'req', '-x509', ...kind, ...name, '-keyout', key, '-out', certificate])
  const text = readFileSync(certificate, 'utf8')
  writeFileSync(join(folder, 'all.pem'), text + readFileSync(key, 'utf8'))
  return text
}

/** Runs the proxy during `work`; `ca` is its certificate. */
export async function behindProxy<T>(
  machine: Machine,
  { program, prepare }: Proxy,
  ports: Omit<Place, 'folder'>,
  work: (ca: string) => Promise<T>,
): Promise<T> {
  const folder = machine.folder(`proxy-${ports.port}`)
  const ca = makeCertificate(folder)
  const file = join(folder, 'settings')
  const { text, args } = prepare({ folder, ...ports })
  writeFileSync(file, text)
  machine.giveToUser(folder)
  const [command = '', ...rest] = machine.asUser([program, ...args(file)])
  const child = spawn(command, rest, {
    // HAProxy returns to the folder in which it was started, which this user may not be able to read
    cwd: folder,
    env: { ...machine.environment('/usr/sbin', '/sbin'), XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  // the whole process group: nginx has workers
  const kill = () => child.pid && process.kill(-child.pid, 'SIGKILL')
  process.on('exit', kill)
  const ended = new Promise((done) => child.once('exit', done))
  try {
    await untilListening(child, ports.port)
    return await work(ca)
  } finally {
    process.off('exit', kill)
    if (child.exitCode === null) kill()
    await ended
  }
}

const LISTEN_TIMEOUT_MS = 20_000

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  const deadline = performance.now() + LISTEN_TIMEOUT_MS
  while (performance.now() < deadline && child.exitCode === null) {
    const socket = connect(port, 'localhost')
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true))
      socket.once('error', () => done(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`the proxy does not listen: ${said}`)
}
