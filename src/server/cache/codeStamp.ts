import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const COMMON = ['package.json', 'src/model']
/** Files that determine a result or a picture: its code, and the list of packages (versions in package.json). */
const MAKERS = {
  results: [...COMMON, 'src/engine'],
  pictures: [...COMMON, 'src/charts', 'src/locales', 'src/server/pictures'],
}
type Stamped = keyof typeof MAKERS

/** A different text for each version of the program: results and pictures of an older version are not used. */
export async function codeStamp(root: string, stamped: Stamped = 'results'): Promise<string> {
  return stampOf(root, stamped, async (path) => {
    const { size, mtimeMs } = await stat(path)
    return `${size} ${mtimeMs}`
  })
}

/** Like `codeStamp`, but computed from the contents of the files: slower, and equal in every copy of the sources. */
export async function contentStamp(root: string, stamped: Stamped = 'results'): Promise<string> {
  return stampOf(root, stamped, async (path) => sha256(await readFile(path)))
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

async function stampOf(root: string, stamped: Stamped, looksOf: (path: string) => Promise<string>): Promise<string> {
  const files = await Promise.all(MAKERS[stamped].map((maker) => filesUnder(root, maker)))
  const lines = await Promise.all(files.flat().map(async (file) => `${file} ${await looksOf(join(root, file))}`))
  return sha256(lines.sort().join('\n'))
}

async function filesUnder(root: string, path: string): Promise<string[]> {
  if (!(await stat(join(root, path))).isDirectory()) return [path]
  const inside = await readdir(join(root, path), { recursive: true, withFileTypes: true })
  return inside
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
}
