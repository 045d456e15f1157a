/**
 * Starts fresh clones as users do. `node e2e/fresh/run.ts WORD...` runs the cases whose name contains a word; most need
 * the tree of a first start, so a word must select that case as well. Prints each case with its measurements, lists
 * cases that were skipped or that the machine does not allow, and ends with `N passed, N failed`. A failed case is
 * repeated alone, as stories are.
 */
import { join } from 'node:path'
import { type Failure, playAgain } from '../harness/runStories.ts'
import type { Case, Session } from './case.ts'
import { backupCase, copyCase } from './cases/backup.ts'
import { containers } from './cases/containers.ts'
import { fullDisk } from './cases/fullDisk.ts'
import { memoryCase } from './cases/memory.ts'
import { places } from './cases/places.ts'
import { proxiedCases, waitingCase } from './cases/proxied.ts'
import { earlyRefusals, lateRefusals } from './cases/refusals.ts'
import { newestStart, olderStarts, secondStarts } from './cases/releases.ts'
import { serviceCase } from './cases/service.ts'
import { hasPrograms, hasRegistry, openMachine } from './machine.ts'
import { Missing, NotAllowed } from './missing.ts'

/** Groups run one after another, and use trees of earlier groups. `lanes`: how many cases of a group run at a time. */
const groups: { cases: Case[]; lanes: number }[] = [
  { cases: [newestStart, ...containers, ...olderStarts, ...earlyRefusals], lanes: 2 },
  // one at a time, because the starts are timed, and a start with little memory uses the disk all the time
  { cases: [...secondStarts, memoryCase], lanes: 1 },
  { cases: [...proxiedCases, ...places, fullDisk, backupCase, copyCase, ...lateRefusals, serviceCase], lanes: 2 },
]

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const counts = { passed: 0, failed: 0 }
/** Cases that failed and were not repeated yet. */
let failures: Failure<Case>[] = []

/** Why a case cannot run here, or undefined. */
function reasonToSkip({ needs = [], needsRoot, needsRegistry }: Case): string | undefined {
  // Node is downloaded for Linux only
  if (process.platform !== 'linux') return 'needs Linux'
  const missing = needs.filter((program) => !hasPrograms([program]))
  if (missing.length > 0) return `no ${missing.join(', ')}`
  if (needsRoot && process.getuid?.() !== 0) return 'needs root'
  return needsRegistry && !hasRegistry() ? "npm's registry does not respond" : undefined
}

async function runCase(session: Session, single: Case): Promise<void> {
  const { name, run } = single
  const reason = reasonToSkip(single)
  if (reason) return say(`skipped: fresh: ${name} (${reason})`)
  const began = performance.now()
  const taken = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  try {
    const measured = await run(session)
    counts.passed += 1
    say(`ok   ${name}: ${measured} (${taken()})`)
  } catch (error) {
    if (error instanceof Missing) return say(`skipped: fresh: ${name} (${error.message})`)
    if (error instanceof NotAllowed) return say(`not allowed here: fresh: ${name} (${error.message})`)
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    failures.push({ story: single, text })
    say(`not ok ${name} (${taken()})\n${text}`)
  }
}

/** The session with new folders, because those of the first attempt are not empty. */
function sessionAgain({ machine, installed }: Session): Session {
  const inAgain = (name: string) => join('again', name)
  const scratch = machine.folder('again')
  const clone: typeof machine.clone = (name, owner) => machine.clone(inAgain(name), owner)
  return { machine: { ...machine, scratch, clone, folder: (name) => machine.folder(inAgain(name)) }, installed }
}

/** Runs before the next group, whose cases use the trees of this one. */
async function repeatFailures(session: Session): Promise<void> {
  const repeated = failures
  failures = []
  const openStage = async () => {
    const again = sessionAgain(session)
    return { play: async ({ run }: Case) => say(await run(again)), close: async () => undefined }
  }
  const failed = await playAgain(repeated, openStage, say)
  counts.failed += failed
  counts.passed += repeated.length - failed
}

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const isWanted = ({ name }: Case) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word))

const machine = openMachine()
const session: Session = { machine, installed: new Map() }
try {
  const meanwhile = isWanted(waitingCase) ? runCase(session, waitingCase) : undefined
  for (const { cases, lanes } of groups) {
    const waiting = cases.filter(isWanted)
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await runCase(session, next)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    await repeatFailures(session)
  }
  await meanwhile
  await repeatFailures(session)
} finally {
  machine.close()
}
say(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed > 0 ? 1 : 0)
