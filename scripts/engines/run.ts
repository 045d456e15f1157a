/**
 * Starts real engines, runs a command with their addresses in the environment, stops them:
 * `node scripts/engines/run.ts [ENGINE...] -- COMMAND...`. Without names: every engine that is installed.
 */
import { spawn } from 'node:child_process'
import { ENGINE_NAMES, ENGINES_VARIABLE, type EngineName } from '../../src/engine/dialects/testing/engines.ts'
import { installedEngines, startEngines } from './start.ts'

const words = process.argv.slice(2)
const border = words.indexOf('--')
const [program, ...args] = words.slice(border + 1)
const named = words.slice(0, border)
const unknown = named.find((name) => !ENGINE_NAMES.includes(name as EngineName))
if (border === -1 || !program || unknown !== undefined) {
  process.stderr.write(`Usage: node scripts/engines/run.ts [${ENGINE_NAMES.join(' ')}] -- COMMAND...\n`)
  process.exit(2)
}

const names = named.length > 0 ? (named as EngineName[]) : installedEngines()
const started = performance.now()
const engines = await startEngines(names)
process.stderr.write(`${names.join(', ')}: started in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
const child = spawn(program, args, {
  stdio: 'inherit',
  env: { ...process.env, [ENGINES_VARIABLE]: JSON.stringify(engines.uris) },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number>((done) => {
  child.once('error', (error) => {
    process.stderr.write(`${program}: ${error.message}\n`)
    done(1)
  })
  child.once('exit', (exitCode) => done(exitCode ?? 1))
})
await engines.stop()
process.exit(code)
