import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AddressError } from '../../errors.ts'
import type { Resource } from '../../resource.ts'

/** A file name without folders: nothing outside of the folder can be named. */
const Params = z.object({ file: z.string().regex(/^\w[\w.@-]*\.m?js$/) })

/**
 * `/plugins/dial.js`: the scripts of plugins, from the folder `plugins` of the home folder. They are public, like the
 * product's own scripts: guests of embedded dashboards load them too.
 */
export const pluginScripts: Resource = (app, { config }) => {
  app.get('/plugins/:file', { config: { requires: 'public', flag: 'DYNAMIC_PLUGINS' } }, async (request, reply) => {
    const params = Params.safeParse(request.params)
    const path = params.success ? join(config.home, 'plugins', params.data.file) : undefined
    const found = path === undefined ? undefined : await stat(path).catch(() => undefined)
    if (path === undefined || !found?.isFile()) throw new AddressError(404)
    const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`
    reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    reply.header('etag', etag).header('vary', 'Accept-Encoding')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.header('content-length', found.size).send(createReadStream(path))
  })
}
