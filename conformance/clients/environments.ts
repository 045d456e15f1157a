import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What each client needs, in exact versions. */
const requirements = {
  'preset-cli': ['preset-cli==0.3.13'],
  'superset-api-client': ['superset-api-client==0.6.0'],
  'acryl-datahub': ['acryl-datahub[superset]==1.7.0.17'],
  // this program was written for version 1 of the MCP library
  'superset-mcp': ['superset-mcp==0.6.0', 'mcp==1.30.0'],
}
export type Client = keyof typeof requirements
export const clients = Object.keys(requirements) as Client[]

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sextant', 'clients')
const INSTALL_MS = 180_000

/**
 * The folder with the programs of a client, in a separate virtual environment that is reused between runs; undefined if
 * this machine has no Python, no pip or no network.
 */
export async function programsOf(client: Client): Promise<string | undefined> {
  const folder = join(cache, client)
  const stamp = join(folder, 'installed')
  const wanted = requirements[client].join('\n')
  const programs = join(folder, 'bin')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return programs
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(cache, { recursive: true })
    await run('python3', ['-m', 'venv', folder], { timeout: INSTALL_MS })
    const quiet = ['install', '--quiet', '--disable-pip-version-check', '--no-input']
    await run(join(programs, 'pip'), [...quiet, ...requirements[client]], { timeout: INSTALL_MS })
    writeFileSync(stamp, wanted)
    return programs
  } catch {
    return undefined
  }
}
