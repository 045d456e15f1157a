/** `npm start` as a user runs it, until it prints the address of the product or fails. */
import { spawn } from 'node:child_process'
import { freePort } from '../../src/server/testing/freePort.ts'
import type { Machine } from './machine.ts'
import { processorSeconds } from './processorTime.ts'

/** After this time a start counts as hanging. Its duration is measured elsewhere. */
const START_TIMEOUT_MS = 480_000
const STOP_TIMEOUT_MS = 15_000

export interface StartOptions {
  tree: string
  /** Folder with `node` and `npm`. */
  bin: string
  home: string
  env?: NodeJS.ProcessEnv
  /** Wraps the user's `npm start`: `bwrap`, or a shell that first enters a cgroup. */
  wrap?: (command: string[]) => string[]
  /** Runs instead of `npm start`. */
  command?: string[]
}

export interface Started {
  address: string
  port: number
  /** One-time link of the first administrator, if one was printed. */
  link: string | undefined
  /** From the command to the line with the address. */
  seconds: number
  /** Processor time of all processes until that line; does not depend on other programs. */
  processorSeconds: number
  /** The complete output. */
  output: () => string
  /** The process that was started, and its exit code. */
  pid: number
  ended: Promise<number | null>
  /** Stops the server and waits for its end. */
  stop: () => Promise<void>
}

/** Running groups of processes: all are ended with the tests. */
const running = new Set<(signal: NodeJS.Signals) => void>()
process.on('exit', () => {
  for (const kill of running) kill('SIGKILL')
})

/** Runs a group of processes. */
function launch(machine: Machine, options: StartOptions, port: number) {
  const { tree, bin, home, env, wrap = machine.asUser, command = ['npm', 'start'] } = options
  const [program = '', ...args] = wrap(command)
  const child = spawn(program, args, {
    cwd: tree,
    env: { ...machine.environment(bin), SEXTANT_HOME: home, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // a separate process group, which is stopped in the same way as by a terminal
    detached: true,
  })
  let output = ''
  const ended = new Promise<number | null>((done) => {
    child.on('error', (error) => {
      output += String(error)
      done(null)
    })
    child.on('close', done)
  })
  const onOutput = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const look of onOutput) look()
    })
  }
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal)
    } catch {
      // the group has ended already
    }
  }
  running.add(kill)
  void ended.then(() => running.delete(kill))
  return { pid: child.pid ?? 0, ended, onOutput, kill, output: () => output }
}

/** Starts the product and waits until it prints its address. */
export async function start(machine: Machine, options: StartOptions): Promise<Started> {
  const port = Number(options.env?.['PORT'] ?? (await freePort()))
  const began = performance.now()
  const { pid, ended, onOutput, kill, output } = launch(machine, options, port)
  const stop = async () => {
    const late = setTimeout(() => kill('SIGKILL'), STOP_TIMEOUT_MS)
    kill('SIGTERM')
    await ended
    clearTimeout(late)
  }
  return new Promise((done, fail) => {
    const failed = (why: string) => {
      clearTimeout(late)
      kill('SIGKILL')
      fail(new Error(`${why}:\n${output().trimEnd().split('\n').slice(-12).join('\n')}`))
    }
    const late = setTimeout(() => failed('no line in time'), START_TIMEOUT_MS)
    onOutput.add(() => {
      const line = /Sextant is at (\S+)(?: - first sign-in: (\S+))?\n/.exec(output())
      if (!line?.[1]) return
      clearTimeout(late)
      onOutput.clear()
      const seconds = (performance.now() - began) / 1000
      const used = processorSeconds(pid)
      done({ address: line[1], port, link: line[2], seconds, processorSeconds: used, output, pid, ended, stop })
    })
    void ended.then((code) => failed(`the start ended with ${code}`))
  })
}

/** A start that must fail: its exit code and its output, without the lines of npm and of the steps. */
export async function startInVain(
  machine: Machine,
  options: StartOptions,
): Promise<{ code: number | null; said: string[] }> {
  const { ended, kill, output } = launch(machine, options, Number(options.env?.['PORT'] ?? (await freePort())))
  const late = setTimeout(() => kill('SIGKILL'), START_TIMEOUT_MS)
  const code = await ended
  clearTimeout(late)
  const steps = /^(.* \.\.\.( \d+ s)?|.*: \d+ s|>.*|npm (ERR!|error|notice|warn).*|example (data|dashboards): .*|\s*)$/i
  return {
    code,
    said: output()
      .split('\n')
      .filter((line) => !steps.test(line)),
  }
}
