import { z } from 'zod'
import { AppError } from '../../model/errors/errors.ts'
import {
  VersionAgainst,
  VersionChanges,
  type VersionKind,
  VersionList,
  VersionRestored,
  VersionState,
} from '../../model/versions/versionAnswers.ts'
import { type VersionContent, versionParts } from '../../model/versions/versionParts.ts'
import type { Subject } from '../access/subject.ts'
import { type Author, authorOf, versionTag } from '../entities/changes.ts'
import { notFound } from '../entities/owners.ts'
import { contentOfVersion, listVersions } from '../entities/versions.ts'
import type { App, Policy } from '../resource.ts'
import type { Services } from '../services.ts'
import { idParams } from './readRoutes.ts'

const versionParams = idParams.extend({ version: idParams.shape.id })
const againstParam = z.object({ against: VersionAgainst.default('previous') })

interface Restoring {
  subject: Subject
  author: Author
  id: number
  content: VersionContent
  ifMatch: string | undefined
}

interface VersionRoutes {
  /** `/api/v1/chart` */
  path: string
  kind: VersionKind
  /** Saves the content like any other change, with the same checks. Returns the new version. */
  restore: (restoring: Restoring) => Promise<number>
}

/**
 * The history of a resource: who saved it and when, what differs, and restoring a version. Only users who may change an
 * object see its history, because an older state can contain what was removed since.
 */
export function addVersionRoutes(app: App, services: Services, { path, kind, restore }: VersionRoutes): void {
  const { db, can, now } = services
  const requires = `can_write:${kind}` as Policy

  app.get(
    `${path}/:id/versions/`,
    { config: { requires, answer: VersionList }, schema: { params: idParams } },
    async ({ subject, params: { id } }) => {
      await can(subject, 'write', { kind, id })
      const result = await listVersions(db, kind, id)
      if (!result) throw notFound()
      return { count: result.length, result }
    },
  )

  app.get(
    `${path}/:id/versions/:version`,
    { config: { requires, answer: VersionState }, schema: { params: versionParams } },
    async ({ subject, params: { id, version } }) => {
      await can(subject, 'write', { kind, id })
      const content = await contentOfVersion(db, kind, id, version)
      if (!content) throw notFound()
      return { result: { version, content } }
    },
  )

  app.get(
    `${path}/:id/versions/:version/changes`,
    { config: { requires, answer: VersionChanges }, schema: { params: versionParams, querystring: againstParam } },
    async ({ subject, params: { id, version }, query: { against } }) => {
      await can(subject, 'write', { kind, id })
      const content = await contentOfVersion(db, kind, id, version)
      if (!content) throw notFound()
      const other = await contentOfVersion(db, kind, id, against === 'current' ? 'current' : { before: version })
      // the oldest known state has nothing before it
      if (!other) return { result: [] }
      return { result: against === 'current' ? versionParts(kind, content, other) : versionParts(kind, other, content) }
    },
  )

  app.post(
    `${path}/:id/versions/:version/restore`,
    { config: { requires, answer: VersionRestored }, schema: { params: versionParams } },
    async (request, reply) => {
      const { subject, params } = request
      const { id } = params
      await can(subject, 'write', { kind, id })
      const content = await contentOfVersion(db, kind, id, params.version)
      if (!content) throw notFound()
      const author = authorOf(request, now())
      const version = await restore({ subject, author, id, content, ifMatch: request.headers['if-match'] })
      reply.header('etag', versionTag(version))
      return { id, version }
    },
  )
}

/** A stored version as the body of a change. */
export function bodyOfVersion<T>(schema: z.ZodType<T>, content: unknown): T {
  const parsed = schema.safeParse(content)
  if (!parsed.success)
    throw new AppError('GENERIC_COMMAND_ERROR', 422, 'This version is not valid any more and cannot be restored.', {
      cause: parsed.error,
    })
  return parsed.data
}
