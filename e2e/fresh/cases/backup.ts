/** Backup and restore of a home by the commands of docs/install.md. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Case, installedBy, newest, releaseName } from '../case.ts'
import { codeBlock } from '../installGuide.ts'
import { runProgram } from '../machine.ts'
import { startAndLook } from './places.ts'

/** The commands below a heading, for this home; the server does not run, and the tests are root already. */
function commands(heading: string, home: string): string {
  const block = codeBlock('sh', [['/var/lib/sextant', `'${home}'`]], heading)
  const lines = block.trim().split('\n')
  const [first = '', last = ''] = [lines.shift(), lines.pop()]
  if (first !== 'sudo systemctl stop sextant' || last !== 'sudo systemctl start sextant') {
    throw new Error(`${heading} does not stop the server first and start it last`)
  }
  if (!lines.every((line) => line.startsWith('sudo '))) throw new Error(`${heading} has a command without sudo`)
  return lines.map((line) => line.slice('sudo '.length)).join('\n')
}

/** Every file with its owner, mode and content. */
const contentOf = (home: string) =>
  runProgram([
    'sh',
    '-ec',
    'cd "$0" && find . \\( -path ./cache -o -path ./scratch \\) -prune -o -printf "%p %U %m\\n" -type f -exec cksum {} + | sort',
    home,
  ])

export const backupCase: Case = {
  name: 'backup and restore by the commands of the guide',
  needs: ['setpriv', 'tar', 'find'],
  needsRoot: true,
  async run(session) {
    const { machine } = session
    const place = installedBy(session, releaseName(newest))
    const cwd = machine.folder('backups')
    const home = machine.folder('home with a backup')
    runProgram(['cp', '-a', `${place.home}/.`, home])
    const before = contentOf(home)
    runProgram(['sh', '-ec', commands('**Backup.**', home)], { cwd })
    writeFileSync(join(home, 'metadata.sqlite'), 'damaged')
    writeFileSync(join(home, 'later'), '')
    runProgram(['sh', '-ec', commands('**Restore.**', home)], { cwd })
    if (contentOf(home) !== before) throw new Error('the restored home has other files')
    const [size] = runProgram(['du', '-sm', join(cwd, 'sextant-home.tar.gz')]).split('\t')
    return `${await startAndLook(session, { ...place, home })}, the backup has ${size} MB`
  },
}
