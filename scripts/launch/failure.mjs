/** Why a start failed, as one sentence that says what to do. */
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './progress.mjs'

/** An error that is reported without a stack. */
export class Failure extends Error {}

/** The path in a message: npm prints it on a separate line, system errors quote it. */
const pathIn = (said) =>
  /^npm (?:error|ERR!) path (.+)$/m.exec(said)?.[1] ?? /(?:'|")((?:\/|[A-Z]:\\)[^'"]*)(?:'|")/.exec(said)?.[1]

const isBelow = (path) => path.startsWith(root)

/**
 * Throws if this folder of the tree is not writable. Checked before the work, because creating a folder on a read-only
 * file system fails with a misleading ENOENT.
 */
export function requireWritable(folder) {
  try {
    accessSync(existsSync(folder) ? folder : root, constants.W_OK)
  } catch (error) {
    throw new Failure(cannotWrite(error.code))
  }
}

function cannotWrite(code, path = root) {
  // Windows keeps files that a program has loaded: native packages of a running server, for example
  if (code === 'EBUSY' || (code === 'EPERM' && process.platform === 'win32')) {
    return `${path} is in use or not writable. Stop Sextant and other programs that use it, and start again.`
  }
  if (!isBelow(path)) {
    return `${path} is not writable. Make it writable, or set npm_config_cache to a folder that is.`
  }
  return code === 'EROFS'
    ? `${root} is read-only, and nothing is installed there yet. Start it once while it is writable; later starts need no write access.`
    : `This user may not write to ${root}, where packages must be installed. Start it once as the owner of the folder, or make it writable.`
}

const diskIsFull = (path = root) => `the disk of ${path} is full. Free 1 GB and start again.`
const memoryRanOut = 'the memory is full. The first start needs 1 GB: close other programs or add memory.'

/** Known causes: what the program prints, and what to do. The first match counts. */
const causes = [
  [/heap out of memory|Cannot allocate memory|\bENOMEM\b|std::bad_alloc|memory allocation of \d+ bytes/, memoryRanOut],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/,
    "npm's registry does not respond. Check the network and npm's settings `registry` and `proxy`, and start again.",
  ],
  [
    /\b(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w*CERT\w*|CERT_\w+)\b/,
    "the certificate of npm's registry is not trusted. Set npm's `cafile` to the certificates of your network.",
  ],
  [
    /\bE(401|403|407)\b/,
    "npm's registry requires a sign-in. Run `npm login`, or check npm's settings `registry` and `proxy`.",
  ],
  [/\bEINTEGRITY\b/, 'a package does not match package-lock.json. Run `npm cache clean --force` and start again.'],
  [
    /\b(E404|ETARGET|ENOVERSIONS)\b/,
    "npm's registry lacks a package. Set npm's `registry` to one that has all packages.",
  ],
]

/**
 * The message for a failed step. `what` says what could not be done. An unknown cause is shown by its first line, and
 * the whole output goes to a file.
 */
export function stepFailure(what, { signal, said }) {
  const refused =
    /\b(EROFS|EACCES|EPERM|EBUSY)\b/.exec(said)?.[1] ?? (/read-only file system/i.test(said) ? 'EROFS' : undefined)
  if (refused) return new Failure(cannotWrite(refused, pathIn(said)))
  if (/\b(ENOSPC|EDQUOT)\b|no space left on device/.test(said)) {
    return new Failure(`${what}, because ${diskIsFull(pathIn(said))}`)
  }
  // only the system kills a step with this signal
  const cause = signal === 'SIGKILL' ? memoryRanOut : causes.find(([pattern]) => pattern.test(said))?.[1]
  if (cause) return new Failure(`${what}, because ${cause}`)
  return new Failure(`${what}: ${firstLine(said) ?? `the program was ended by ${signal ?? 'itself'}`}${report(said)}`)
}

/** The message for a system error in the launcher itself, or undefined if the error is a defect. */
export function systemFailure({ code, path, syscall }) {
  if (['EROFS', 'EACCES', 'EPERM', 'EBUSY'].includes(code)) return cannotWrite(code, path)
  if (code === 'ENOSPC' || code === 'EDQUOT') return `Sextant could not start, because ${diskIsFull(path)}`
  if (code === 'ENOENT' && syscall?.startsWith('spawn')) {
    return `${path} is not installed. Install npm and start again.`
  }
  return undefined
}

/** The most useful line of a failed program's output: the error itself, not the place in the code. */
function firstLine(said) {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/^(at|code|errno) /.test(line))
  const telling = [/^(\w*Error:|\[\w+\]) ?\S/, /\b(failed|cannot|could not)\b/i]
  return telling.map((pattern) => lines.find((line) => pattern.test(line))).find(Boolean) ?? lines[0]
}

/** Writes a program's output to a file and returns a reference to it. */
function report(said) {
  const file = join(root, 'dist/failure.txt')
  try {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(file, said)
  } catch {
    return ''
  }
  return ` (details: ${file})`
}
