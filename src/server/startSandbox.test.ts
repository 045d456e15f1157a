import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { findSandbox, NO_SANDBOX, sandboxSentence } from '../engine/run/sandbox.ts'
import { compiledCode } from './testing/compiledCode.ts'

/** What the real server prints on startup about the sandbox of its children. */
async function said(more: NodeJS.ProcessEnv): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'sextant-confined-'))
  const settings = { SEXTANT_HOME: home, SEXTANT_EXAMPLES: 'false', PORT: '0', DATABASE_URL: '' }
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, SEXTANT_ENGINE_SANDBOX: '', NODE_COMPILE_CACHE: compiledCode, ...settings, ...more },
  })
  let [shown, errors] = ['', '']
  server.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  server.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  try {
    await expect.poll(() => shown, { timeout: 60_000 }).toContain('Sextant is at')
    // the sentence is printed after the address; all of it arrives before the server stops
    server.kill('SIGTERM')
    await once(server, 'close')
    return errors
  } finally {
    server.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
}

it('sandboxed: reports what this machine supports', async () => {
  const sandbox = await findSandbox()
  expect(await said({ SEXTANT_ENGINE_SANDBOX: 'true' })).toContain(sandboxSentence(sandbox))
}, 180_000)

it('not sandboxed, as by default: promises nothing', async () => {
  const errors = await said({})
  for (const hasNamespaces of [true, false])
    expect(errors).not.toContain(sandboxSentence({ ...NO_SANDBOX, hasNamespaces }).split(';')[0])
}, 180_000)
