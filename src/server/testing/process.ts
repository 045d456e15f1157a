import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { passwordOf } from './app.ts'
import { compiledCode, shareCompiledCode } from './compiledCode.ts'

const root = resolve(import.meta.dirname, '../../..')

export interface ServerProcess {
  child: ChildProcess
  address: string
  /** Sends the signal and resolves with the exit code, or null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * A real web process on a free port, without examples; the administrator's password is `passwordOf('admin')`. `under`:
 * a command that starts the process.
 */
export function startProcess(
  home: string,
  databaseUrl: string | undefined,
  more: NodeJS.ProcessEnv = {},
  under: readonly string[] = [],
): Promise<ServerProcess> {
  shareCompiledCode(home)
  const [program, ...args] = [...under, process.execPath, 'src/server/main.ts']
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      SEXTANT_HOME: home,
      SEXTANT_ADMIN_PASSWORD: passwordOf('admin'),
      SEXTANT_EXAMPLES: 'false',
      SEXTANT_RATE_LIMIT: '0',
      DATABASE_URL: databaseUrl ?? '',
      NODE_COMPILE_CACHE: compiledCode,
      ...more,
    },
  })
  const end = (signal: NodeJS.Signals) =>
    new Promise<number | null>((done) => {
      child.once('exit', (code) => done(code))
      child.kill(signal)
    })
  return new Promise((done, fail) => {
    let said = ''
    const take = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /Sextant is at (http:\S+)/.exec(said)?.[1]
      if (address) done({ child, address, end })
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', (code) => fail(new Error(`exit ${code}: ${said}`)))
  })
}
