import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BundleKind } from '../../../model/bundle/bundle.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { parseIds } from '../../../model/wire/listQuery.ts'
import { audit } from '../../access/audit.ts'
import { isFreeCookieName } from '../../access/cookies.ts'
import { authorOf } from '../../entities/changes.ts'
import { errorBody } from '../../errors.ts'
import { readUpload } from '../../importExport/upload.ts'
import { readQ } from '../../listing/list.ts'
import type { App, Policy, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

interface Kind {
  kind: BundleKind | 'assets'
  path: string
  mayImport: Policy
  mayExport: Policy
  fileField: string
}

const kinds: Kind[] = [
  ...(['Chart', 'Dashboard', 'Dataset', 'Database'] as const).map((view): Kind => {
    const kind = view.toLowerCase() as BundleKind
    return {
      kind,
      path: `/api/v1/${kind}`,
      mayImport: `can_write:${view}`,
      mayExport: `can_export:${view}`,
      fileField: 'formData',
    }
  }),
  {
    kind: 'assets',
    path: '/api/v1/assets',
    mayImport: 'can_import_:ImportExportRestApi',
    mayExport: 'can_export:ImportExportRestApi',
    fileField: 'bundle',
  },
]

const exportQuery = z.object({ q: z.string().optional(), token: z.string().optional() })
const tokenAgeS = 600

/**
 * Bundles in and out: `/api/v1/{chart|dashboard|dataset|database}/import/` and `export/`, and all at once as assets.
 * What reads and writes them (ZIP, YAML) is loaded when the first one comes: a start is a hundred files shorter.
 */
export const importExportRoutes: Resource = (app, services) => {
  void app.register(async (child: App) => {
    await child.register(multipart)
    // Any other body is not read: the answer says what it should have been.
    child.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    for (const kind of kinds) addImport(child, services, kind)
  })
  for (const kind of kinds) addExport(app, services, kind)
}

function addImport(app: App, services: Services, { kind, path, mayImport, fileField }: Kind): void {
  const { uploadBytes } = services.config.limits
  const options = { config: { requires: mayImport, accepts: 'multipart' as const }, bodyLimit: uploadBytes }
  app.post(`${path}/import/`, options, async (request, reply) => {
    try {
      const { bundle, overwrite, passwords } = await readUpload(request, fileField, uploadBytes)
      if (!bundle) return reply.code(400).send({ message: 'Arguments are not correct' })
      const { importBundle } = await import('../../importExport/importBundle.ts')
      await importBundle(services, bundle, {
        kind,
        author: authorOf(request, services.now()),
        subject: request.subject,
        overwrite: overwrite || kind === 'assets',
        passwords,
      })
      return { message: 'OK' }
    } catch (error) {
      // Imports complain in the list style, though their gate does not.
      if (!(error instanceof AppError)) throw error
      return reply.code(error.status).send(errorBody(error, 'B'))
    }
  })
}

function addExport(app: App, services: Services, { kind, path, mayExport }: Kind): void {
  const options = { config: { requires: mayExport }, schema: { querystring: exportQuery } }
  app.get(`${path}/export/`, options, async (request, reply) => {
    const { subject, query } = request
    const ids = kind === 'assets' ? [] : readQ(query.q, parseIds)
    const { bundleName, exportBundle, zipBundle } = await import('../../importExport/exportBundle.ts')
    const files = await exportBundle(services, subject, kind, ids)
    const name = bundleName(kind, services.now())
    await recordExport(services, request, kind, ids)
    setToken(reply, query.token)
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename=${name}.zip`)
      .send(zipBundle(files, name))
  })
}

/** The page polls for a cookie of this name to learn that its download came. */
function setToken(reply: FastifyReply, token: string | undefined): void {
  if (token !== undefined && isFreeCookieName(token))
    reply.header('set-cookie', `${token}=done; Max-Age=${tokenAgeS}; Path=/; SameSite=Lax`)
}

function recordExport({ db, now }: Services, request: FastifyRequest, kind: string, ids: number[]): Promise<void> {
  const { subject, ip } = request
  return audit(db, { action: 'export', subject, object: kind, address: ip, details: { ids } }, now())
}
