import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SharedFilesConfig } from '../sharedFilesSettings.ts'
import type { SharedFiles } from './sharedFiles.ts'
import { written } from './written.ts'

export async function openSharedFiles(config: SharedFilesConfig | undefined): Promise<SharedFiles | undefined> {
  if (config === undefined) return undefined
  return config.kind === 'folder' ? folderFiles(config.path) : (await import('./s3Files.ts')).s3Files(config)
}

/** Copies under another name first, so that readers never find a part of a file. */
async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await written(to, (part) => copyFile(from, part))
}

function folderFiles(folder: string): SharedFiles {
  const placeOf = (name: string) => join(folder, name)
  return {
    put: (name, path) => copyWhole(path, placeOf(name)),
    has: (name) =>
      stat(placeOf(name)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
          return false
        },
      ),
    fetch: (name, path) => copyWhole(placeOf(name), path),
    remove: (name) => rm(placeOf(name), { force: true }),
  }
}
