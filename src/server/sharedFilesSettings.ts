import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './configError.ts'

/** Settings for the tables that several nodes share: rows of the table in docs/configuration.md. */
export const sharedFilesSettings = {
  SEXTANT_SHARED_FILES: {
    about:
      'Where nodes share the files of uploaded and example tables (docs/cluster.md): the absolute path of a folder that all of them reach, or the address of a bucket of S3-compatible storage, `https://storage.example.org/bucket`. Default: only in the home folder.',
    read: z
      .string()
      .refine((text) => isAbsolute(text) || isBucket(text), 'an absolute path, or the http(s) address of a bucket')
      .optional(),
  },
  SEXTANT_S3_ACCESS_KEY: { about: 'Access key of this bucket.', read: z.string().min(1).optional() },
  SEXTANT_S3_SECRET_KEY: { about: 'Secret key of this bucket.', read: z.string().min(1).optional() },
  SEXTANT_S3_REGION: { about: 'Region of this bucket.', read: z.string().min(1).default('auto') },
}

type Values = { [Name in keyof typeof sharedFilesSettings]: z.output<(typeof sharedFilesSettings)[Name]['read']> }

export type SharedFilesConfig =
  | { kind: 'folder'; path: string }
  | { kind: 's3'; address: string; accessKey: string; secretKey: string; region: string }

function isBucket(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname.length > 1 && url.search === '' && !url.username
}

/** undefined: this node shares no files. */
export function sharedFilesConfig(values: Values): SharedFilesConfig | undefined {
  const { SEXTANT_SHARED_FILES: place, SEXTANT_S3_ACCESS_KEY: accessKey, SEXTANT_S3_SECRET_KEY: secretKey } = values
  if (place === undefined) return undefined
  if (isAbsolute(place)) return { kind: 'folder', path: place }
  if (accessKey === undefined || secretKey === undefined) {
    throw new ConfigError('SEXTANT_SHARED_FILES: a bucket needs SEXTANT_S3_ACCESS_KEY and SEXTANT_S3_SECRET_KEY.')
  }
  return { kind: 's3', address: place.replace(/\/+$/, ''), accessKey, secretKey, region: values.SEXTANT_S3_REGION }
}
