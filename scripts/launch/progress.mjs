/** Progress of a start, on standard error. A step with nothing to do prints nothing. */
import { spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const isTerminal = process.stderr.isTTY === true

/** The running steps and their start times. */
const running = new Map()

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`
const status = () => [...running].map(([text, since]) => `${text} ${seconds(since)}`).join(', ')

/** Prints what is running and for how long; several steps may run in parallel. */
export async function step(text, work) {
  const started = Date.now()
  running.set(text, started)
  if (!isTerminal) process.stderr.write(`${text} ...\n`)
  const tick = setInterval(
    () => process.stderr.write(isTerminal ? `\r\x1b[K${status()}` : `${text} ... ${seconds(started)}\n`),
    isTerminal ? 500 : 10_000,
  )
  try {
    return await work()
  } finally {
    clearInterval(tick)
    running.delete(text)
    process.stderr.write(`${isTerminal ? '\r\x1b[K' : ''}${text}: ${seconds(started)}\n`)
  }
}

/** Runs a program and returns how it ended and the end of its output. */
export function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let said = ''
    const take = (chunk) => {
      said = (said + chunk).slice(-20_000)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', fail)
    child.on('close', (code, signal) => done({ ok: code === 0, signal, said }))
  })
}
