/** Why a start failed, as one sentence that says what to do. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './progress.mjs'

/** A failure that is told as one sentence. */
export class Failure extends Error {}

/** The path that a message names: npm has a line of its own for it, system errors quote it. */
const pathIn = (said) =>
  /^npm (?:error|ERR!) path (.+)$/m.exec(said)?.[1] ?? /(?:'|")((?:\/|[A-Z]:\\)[^'"]*)(?:'|")/.exec(said)?.[1]

const isBelow = (path) => path.startsWith(root)

function cannotWrite(code, path = root) {
  if (!isBelow(path)) {
    return `${path} cannot be written by this user: make it writable, or give npm a folder of this user by the variable npm_config_cache.`
  }
  return code === 'EROFS'
    ? `${root} is read-only and lacks what a start needs: start it once where it can be written, it may be read-only afterwards.`
    : `${root} cannot be written by this user and lacks what a start needs: start it once as the user to whom it belongs, or give it to this one.`
}

const diskIsFull = `the disk that holds ${root} is full: free 1 GB and start again.`
const memoryRanOut =
  'the memory ran out: Sextant needs 1 GB to start for the first time; end other programs or add memory.'

/** Known causes: what a program says, and what to do. The first that fits counts. */
const causes = [
  [/\b(ENOSPC|EDQUOT)\b|no space left on device/, diskIsFull],
  [/heap out of memory|Cannot allocate memory|\bENOMEM\b|std::bad_alloc|memory allocation of \d+ bytes/, memoryRanOut],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/,
    "npm's registry cannot be reached: check the network, or npm's settings `registry` and `proxy`, and start again.",
  ],
  [
    /\b(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w*CERT\w*|CERT_\w+)\b/,
    "the certificate of npm's registry is not trusted: name your network's certificates by npm's setting `cafile`.",
  ],
  [
    /\bE(401|403|407)\b/,
    "npm's registry wants a sign-in: run `npm login`, or check npm's settings `registry` and `proxy`.",
  ],
  [/\bEINTEGRITY\b/, 'a package is not what the lock says: run `npm cache clean --force` and start again.'],
  [/\b(E404|ETARGET|ENOVERSIONS)\b/, "npm's registry lacks a package: point npm's setting `registry` to a full one."],
]

/**
 * The sentence for a step that failed: `what` could not be done, `ended` is how its program ended. Of what nobody
 * foresaw the first line is told, and the rest goes to a file.
 */
export function stepFailure(what, { signal, said }) {
  const refused =
    /\b(EROFS|EACCES|EPERM)\b/.exec(said)?.[1] ?? (/read-only file system/i.test(said) ? 'EROFS' : undefined)
  if (refused) return new Failure(cannotWrite(refused, pathIn(said)))
  // nobody but the system ends a step so
  const cause = signal === 'SIGKILL' ? memoryRanOut : causes.find(([pattern]) => pattern.test(said))?.[1]
  if (cause) return new Failure(`${what}, because ${cause}`)
  return new Failure(`${what}: ${firstLine(said) ?? `the program was ended by ${signal ?? 'itself'}`}${report(said)}`)
}

/** The sentence for an error of the launcher itself, or undefined where it is a defect. */
export function systemFailure({ code, path, syscall }) {
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return cannotWrite(code, path)
  if (code === 'ENOSPC' || code === 'EDQUOT') return `Sextant could not start, because ${diskIsFull}`
  if (code === 'ENOENT' && syscall?.startsWith('spawn')) {
    return `${path} is not installed: install npm, which belongs to Node, and start again.`
  }
  return undefined
}

/** What says most in a failed program's words: the line of the error itself, before those about where it was. */
function firstLine(said) {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/^(at|code|errno) /.test(line))
  const telling = [/^(\w*Error:|\[\w+\]) ?\S/, /\b(failed|cannot|could not)\b/i]
  return telling.map((pattern) => lines.find((line) => pattern.test(line))).find(Boolean) ?? lines[0]
}

/** Puts all that a program said into a file, and names it. */
function report(said) {
  const file = join(root, 'dist/failure.txt')
  try {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(file, said)
  } catch {
    return ''
  }
  return ` (${file} holds the rest)`
}
