import { join } from 'node:path'
import { type Play, runProgram } from './program.ts'

/** The library has no command-line program: `apiClient.py` calls it, and prints a line for each call. */
export const apiClient: Play = async (programs, { address, username, password, folder }, report) => {
  const script = join(import.meta.dirname, 'apiClient.py')
  const { isFine, output, trouble } = await runProgram(
    join(programs, 'python'),
    [script, address, username, password, folder],
    folder,
    // the server of this test is on loopback, without TLS
    { OAUTHLIB_INSECURE_TRANSPORT: '1' },
  )
  for (const line of output.split('\n')) {
    const [, name, fault] = /^(?:ok|FAIL) ([^:]+)(?:: (.*))?$/.exec(line) ?? []
    if (name !== undefined) report(name, fault)
  }
  if (!isFine) report('all calls', trouble)
}
