/**
 * Starts fresh clones as users do. `node e2e/fresh/run.ts WORD...` runs the cases whose name contains a word; most need
 * the tree of a first start, so name that as well. Prints each case with its measurements, lists those that were skipped
 * and those that the machine does not allow, and ends with `N passed, N failed`.
 */
import type { Case, Session } from './case.ts'
import { backupCase } from './cases/backup.ts'
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

/** Cases run one after another, in as many lanes as named. Later groups use trees of earlier ones. */
const groups: { cases: Case[]; lanes: number }[] = [
  { cases: [memoryCase, newestStart, ...containers, ...olderStarts, ...earlyRefusals], lanes: 2 },
  // alone, because they measure
  { cases: secondStarts, lanes: 1 },
  { cases: [...proxiedCases, ...places, fullDisk, backupCase, ...lateRefusals, serviceCase], lanes: 2 },
]

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const counts = { passed: 0, failed: 0 }

/** Why a case cannot run here, or undefined. */
function reasonToSkip({ needs = [], needsRoot, needsRegistry }: Case): string | undefined {
  // only its releases of Node are downloaded
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
    counts.failed += 1
    say(`FAIL ${name} (${taken()})\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
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
  }
  await meanwhile
} finally {
  machine.close()
}
say(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed > 0 ? 1 : 0)
