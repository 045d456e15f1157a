import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from '../case.ts'
import { root, runProgram } from '../machine.ts'

/**
 * Maximum exposure of the unit as `systemd-analyze` computes it, times ten. The remaining exposure comes from the
 * network and JavaScript's JIT compiler, which the product needs.
 */
const MOST_EXPOSED = 15

/** Checks that the unit has no errors, is strict, and names only files that exist. */
export const serviceCase: Case = {
  name: 'the systemd unit',
  needs: ['systemd-analyze'],
  async run({ machine }) {
    const text = readFileSync(join(root, 'packaging/sextant.service'), 'utf8')
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
    const [node = '', script = ''] = setting('ExecStart').split(' ')
    if (!existsSync(join(root, script))) throw new Error(`ExecStart names ${script}, which does not exist`)
    if (!setting('Environment').includes(`SEXTANT_HOME=/var/lib/${setting('StateDirectory')}`)) {
      throw new Error('SEXTANT_HOME is not the StateDirectory')
    }
    const file = join(machine.folder('unit'), 'sextant.service')
    // Node may be in another place on this machine
    writeFileSync(file, text.replaceAll(node, process.execPath))
    const complaints = runProgram(['sh', '-c', 'systemd-analyze verify --man=no "$0" 2>&1', file])
    if (complaints.includes('sextant.service')) throw new Error(complaints)
    const analysis = runProgram(['systemd-analyze', 'security', '--offline=true', `--threshold=${MOST_EXPOSED}`, file])
    return analysis.trim().split('\n').at(-1) ?? ''
  },
}
