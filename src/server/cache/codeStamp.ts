import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What determines the result of a job: its code and, by the pinned versions, the packages below it. */
const MAKERS = ['package.json', 'src/engine', 'src/model']

/** A different text for each version of the program: results of an older version are not used. */
export async function codeStamp(root: string): Promise<string> {
  const files = await Promise.all(MAKERS.map((maker) => filesUnder(root, maker)))
  const lines = await Promise.all(
    files.flat().map(async (file) => {
      const { size, mtimeMs } = await stat(join(root, file))
      return `${file} ${size} ${mtimeMs}`
    }),
  )
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

async function filesUnder(root: string, path: string): Promise<string[]> {
  if (!(await stat(join(root, path))).isDirectory()) return [path]
  const inside = await readdir(join(root, path), { recursive: true, withFileTypes: true })
  return inside
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
}
