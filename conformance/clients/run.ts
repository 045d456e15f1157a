/**
 * Runs clients that were made for the original against a server of this product, with nearly all of their features.
 * Their code is not read; they are installed into environments outside this folder and started.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startProcess } from '../../src/server/testing/process.ts'
import { apiClient } from './apiClient.ts'
import { datahub } from './datahub.ts'
import { type Client, clients, programsOf } from './environments.ts'
import { presetCli } from './presetCli.ts'
import type { Play } from './program.ts'
import { supersetMcp } from './supersetMcp.ts'

const plays: Record<Client, Play> = {
  'preset-cli': presetCli,
  'superset-api-client': apiClient,
  'acryl-datahub': datahub,
  'superset-mcp': supersetMcp,
}

const root = resolve(import.meta.dirname, '../..')
const say = (line: string) => process.stdout.write(`${line}\n`)

let [passed, failed] = [0, 0]
const home = mkdtempSync(join(tmpdir(), 'sextant-clients-'))
try {
  const found = await Promise.all(clients.map(async (client) => [client, await programsOf(client)] as const))
  if (found.some(([, programs]) => programs !== undefined)) await playAll(found)
  for (const [client, programs] of found) if (programs === undefined) say(`skipped: ${client} (needs Python with pip)`)
} finally {
  rmSync(home, { recursive: true, force: true })
}
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function playAll(found: readonly (readonly [Client, string | undefined])[]): Promise<void> {
  const { stdout, status } = spawnSync(process.execPath, ['src/server/importBundles.ts', 'examples/jobs'], {
    cwd: root,
    env: { ...process.env, SEXTANT_HOME: home },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the example could not be imported: ${stdout}`)
  const { address, end } = await startProcess(home, undefined)
  try {
    for (const [client, programs] of found) {
      if (programs === undefined) continue
      const report = (name: string, fault?: string) => {
        if (fault === undefined) passed += 1
        else failed += 1
        say(fault === undefined ? `ok   ${client}: ${name}` : `FAIL ${client}: ${name}\n${fault}`)
      }
      const folder = mkdtempSync(join(home, `${client}-`))
      await plays[client](programs, { address, username: 'admin', password: 'password-of-admin', folder }, report)
    }
  } finally {
    await end('SIGTERM')
  }
}
