/**
 * Runs one test engine and ensures that it never outlives its caller: `node guard.mjs FOLDER PROGRAM ARGUMENT...`. The
 * caller keeps our standard input open; when it closes, intentionally or because the caller died, the engine is stopped
 * and its folder removed. The output of the engine is written to `FOLDER/log`; if it ends unexpectedly, the last lines
 * are printed.
 */
import { spawn } from 'node:child_process'
import { openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** An engine that has not stopped by then is killed. */
const PATIENCE_MS = 2000
const LAST_WORDS = 4000

const [folder = '', program = '', ...args] = process.argv.slice(2)
const log = openSync(join(folder, 'log'), 'a')
const engine = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log] })

let isWanted = true
const stop = () => {
  isWanted = false
  engine.kill('SIGINT')
  setTimeout(() => engine.kill('SIGKILL'), PATIENCE_MS)
}
process.stdin.on('close', stop)
process.stdin.on('error', stop)
process.stdin.resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

const end = (code) => {
  if (isWanted)
    process.stderr.write(`${program} ended:\n${readFileSync(join(folder, 'log'), 'utf8').slice(-LAST_WORDS)}\n`)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  process.exit(code)
}
engine.on('error', (error) => {
  process.stderr.write(`${program}: ${error.message}\n`)
  end(1)
})
engine.on('exit', (code) => end(code ?? 1))
