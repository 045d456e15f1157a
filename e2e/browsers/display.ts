import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

export const SCREEN = { width: 1600, height: 1200 }

/** The program of a virtual display; undefined if it is not installed. */
export const displayPath = (): string | undefined => ['/usr/bin/Xvfb'].find((path) => existsSync(path))

export function startDisplay(program: string): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`, '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  return new Promise((done, fail) => {
    screen.on('error', fail)
    screen.on('close', (code) => fail(new Error(`the display ended with ${code}`)))
    screen.stdio[3]?.once('data', (number: Buffer) => done({ screen, display: `:${number.toString().trim()}` }))
  })
}

/** Stops a program and waits until it has ended. */
export function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done()
    child.on('close', () => done())
    child.kill()
  })
}
