/** Backup and restore by the commands of docs/install.md: while the server runs, and as a copy of the home. */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Case, installedBy, newest, releaseName, type Session } from '../case.ts'
import { codeBlock } from '../installGuide.ts'
import { runProgram } from '../machine.ts'
import { start } from '../start.ts'
import { startAndLook } from './places.ts'

/**
 * The commands below a heading of the guide, for this home. The commands that stop and start the server are left out,
 * and so is sudo.
 */
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

/** Copies the home of a first start, for a case that changes it. */
function copyOfHome(session: Session, name: string): string {
  const home = session.machine.folder(name)
  runProgram(['cp', '-a', `${installedBy(session, releaseName(newest)).home}/.`, home])
  return home
}

export const copyCase: Case = {
  name: 'a copy of the home, and its restore, by the commands of the guide',
  needs: ['setpriv', 'tar', 'find'],
  needsRoot: true,
  async run(session) {
    const { machine } = session
    const place = installedBy(session, releaseName(newest))
    const cwd = machine.folder('backups')
    const home = copyOfHome(session, 'home with a copy')
    const before = contentOf(home)
    runProgram(['sh', '-ec', commands('**Copy of the home.**', home)], { cwd })
    writeFileSync(join(home, 'metadata.sqlite'), 'damaged')
    writeFileSync(join(home, 'later'), '')
    runProgram(['sh', '-ec', commands('**Restore of a copy.**', home)], { cwd })
    if (contentOf(home) !== before) throw new Error('the restored home has other files')
    const mode = statSync(join(cwd, 'sextant-home.tar.gz')).mode & 0o777
    if (mode !== 0o600) throw new Error(`others may read the copy, which has the key: mode ${mode.toString(8)}`)
    const [size] = runProgram(['du', '-sm', join(cwd, 'sextant-home.tar.gz')]).split('\t')
    return `${await startAndLook(session, { ...place, home })}, the copy has ${size} MB`
  },
}

/** The command below a heading that uses the backup folder of the guide, which `folder` replaces. */
function command(heading: string, folder: string, others: [string, string][] = []): string {
  const lines = codeBlock('sh', [['/mnt/sextant', `'${folder}'`], ...others], heading)
    .trim()
    .split('\n')
  const found = lines.find((line) => line.includes(`'${folder}'`))
  if (!found) throw new Error(`${heading} has no command with a folder`)
  return found.replace(/ *#.*/, '')
}

export const backupCase: Case = {
  name: 'backup while the server runs, and its restore, by the commands of the guide',
  needs: ['setpriv'],
  async run(session) {
    const { machine } = session
    const place = installedBy(session, releaseName(newest))
    const home = copyOfHome(session, 'home with a backup')
    const backup = join(machine.folder('backups while it runs'), 'first')
    const run = (text: string) =>
      runProgram(machine.asUser(['sh', '-ec', text]), {
        cwd: place.tree,
        env: { ...machine.environment(place.bin), SEXTANT_HOME: home },
      })
    const started = await start(machine, { ...place, home })
    let made: string
    try {
      made = run(command('**Backup.**', backup))
    } finally {
      await started.stop()
    }
    const names = readdirSync(backup).toSorted().join(' ')
    if (!/^backup\.json data master\.key metadata\.jsonl\.gz$/.test(names)) throw new Error(`it has ${names}`)
    for (const name of ['backup.json', 'master.key', 'metadata.jsonl.gz']) {
      if ((statSync(join(backup, name)).mode & 0o777) !== 0o600) throw new Error(`others can read ${name}`)
    }
    const restored = join(machine.folder('homes'), 'restored')
    run(command('**Restore.**', backup, [['/var/lib/sextant-new', `'${restored}'`]]))
    const [size] = /[\d.]+ MB/.exec(made) ?? []
    return `${await startAndLook(session, { ...place, home: restored })}, the backup has ${size}`
  },
}
