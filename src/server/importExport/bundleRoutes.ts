import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ImportPlan, ImportPlanAnswer } from '../../model/bundle/importPlan.ts'
import { type OlderRelease, olderReleases } from '../../model/bundle/olderRelease.ts'
import { AppError } from '../../model/errors/errors.ts'
import { MessageAnswer } from '../../model/wire/answers.ts'
import { parseIds } from '../../model/wire/listQuery.ts'
import { audit } from '../access/audit.ts'
import { isFreeCookieName } from '../access/cookies.ts'
import type { Subject } from '../access/subject.ts'
import { authorOf } from '../entities/changes.ts'
import { errorBody } from '../errors.ts'
import { readQ } from '../listing/list.ts'
import type { App, Policy } from '../resource.ts'
import type { Services } from '../services.ts'
import type { ExportFiles } from './exportBundle.ts'
import type { ImportRequest } from './order.ts'
import { importForm, readUpload } from './upload.ts'

/** Bundles of one kind of object: what can be done with them, and the functions that do it. */
export interface BundleRoutes {
  /** `chart`: names the ZIP `chart_export_...`. */
  name: string
  path: string
  mayImport: Policy
  mayExport: Policy
  /** Form field with the file. */
  fileField: string
  /** Exports everything: no ids are requested. */
  isWhole?: boolean
  importFiles: (request: ImportRequest) => Promise<unknown>
  /** What `importFiles` would do; nothing changes. */
  planFiles?: (request: ImportRequest) => Promise<ImportPlan>
  exportFiles: (subject: Subject, ids: readonly number[], release?: OlderRelease) => Promise<ExportFiles>
}

const exportQuery = z.object({
  q: z.string().optional(),
  token: z.string().optional(),
  for: z.enum(olderReleases).optional(),
})
const tokenAgeS = 600

/**
 * `import/` and `export/` of some kinds of objects. The code that reads and writes bundles (ZIP, YAML) is loaded with
 * the first request: this avoids loading a hundred files at start.
 */
export function addBundleRoutes(app: App, services: Services, kinds: readonly BundleRoutes[]): void {
  void app.register(async (child: App) => {
    await child.register(multipart)
    // a body of any other type is not read; the error message names the expected type
    child.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    for (const kind of kinds) addImport(child, services, kind)
  })
  for (const kind of kinds) addExport(app, services, kind)
}

function addImport(app: App, services: Services, kind: BundleRoutes): void {
  const { path, mayImport, fileField, importFiles, planFiles } = kind
  const { uploadBytes } = services.config.limits
  const bodyLimit = uploadBytes
  const config = { requires: mayImport, accepts: 'multipart' as const, body: importForm(fileField) }
  const answered =
    (act: (request: ImportRequest) => Promise<object>) => async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const { bundle, ...upload } = await readUpload(request, fileField, uploadBytes)
        if (!bundle) return reply.code(400).send({ message: 'Arguments are not correct' })
        const author = authorOf(request, services.now())
        return await act({ ...upload, bundle, author, subject: request.subject })
      } catch (error) {
        // Import errors use the list format, although their permission check does not.
        if (!(error instanceof AppError)) throw error
        return reply.code(error.status).send(errorBody(error, 'B'))
      }
    }
  app.post(
    `${path}/import/`,
    { config: { ...config, answer: MessageAnswer }, bodyLimit },
    answered(async (request) => {
      await importFiles(request)
      return { message: 'OK' }
    }),
  )
  if (planFiles)
    app.post(
      `${path}/import/plan`,
      { config: { ...config, answer: ImportPlanAnswer }, bodyLimit },
      answered(async (request) => ({ result: await planFiles(request) })),
    )
}

function addExport(app: App, services: Services, { name, path, mayExport, isWhole, exportFiles }: BundleRoutes): void {
  const options = { config: { requires: mayExport, file: 'application/zip' }, schema: { querystring: exportQuery } }
  app.get(`${path}/export/`, options, async (request, reply) => {
    const { subject, query } = request
    const ids = isWhole ? [] : readQ(query.q, parseIds)
    const { bundleName } = await import('./exportBundle.ts')
    const { zipBundle } = await import('./zipBundle.ts')
    const files = await exportFiles(subject, ids, query.for)
    const folder = bundleName(name, services.now())
    const zip = await zipBundle(files, folder)
    await recordExport(services, request, name, ids)
    setToken(reply, query.token)
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename=${folder}.zip`)
      .send(zip)
  })
}

/** Sets the cookie for which the page polls to detect that its download has started. */
function setToken(reply: FastifyReply, token: string | undefined): void {
  if (token !== undefined && isFreeCookieName(token))
    reply.header('set-cookie', `${token}=done; Max-Age=${tokenAgeS}; Path=/; SameSite=Lax`)
}

function recordExport({ db, now }: Services, request: FastifyRequest, kind: string, ids: number[]): Promise<void> {
  const { subject, ip } = request
  return audit(db, { action: 'export', subject, object: kind, address: ip, details: { ids } }, now())
}
