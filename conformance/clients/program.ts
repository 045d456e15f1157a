import { execFile } from 'node:child_process'

/** Where a client finds the server, and a folder for its files. */
export interface Site {
  address: string
  username: string
  password: string
  folder: string
}
/** Runs one client. It calls `report` for each step; `fault` is the reason if the step failed. */
export type Play = (programs: string, site: Site, report: (name: string, fault?: string) => void) => Promise<void>

const PROGRAM_MS = 100_000
/** Maximum number of characters of a program's output that are shown: its end, which has the reason of a failure. */
const SHOWN = 800

export interface Said {
  isFine: boolean
  output: string
  /** The end of the program's output. */
  trouble: string
}

/** Runs a program to its end. Only the variables that it needs are passed on, and its files stay in the folder. */
export function runProgram(path: string, args: string[], folder: string, more: NodeJS.ProcessEnv = {}): Promise<Said> {
  const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', ...more }
  return new Promise((done) => {
    execFile(path, args, { cwd: folder, env, timeout: PROGRAM_MS, maxBuffer: 64_000_000 }, (error, stdout, stderr) =>
      done({ isFine: error === null, output: stdout, trouble: `${stdout}${stderr}`.trimEnd().slice(-SHOWN) }),
    )
  })
}
