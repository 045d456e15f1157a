import { addBundleRoutes } from '../importExport/bundleRoutes.ts'
import type { ImportRequest } from '../importExport/order.ts'
import type { App, Policy } from '../resource.ts'
import type { Services } from '../services.ts'
import type { TableName } from '../storage/schema.ts'
import type { Declaration } from './declaration.ts'

/** `import/` and `export/` of a declared resource, and its part in bundles of everything. */
export function addDeclaredBundle<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  { declared, ...rights }: { declared: Declaration<Table, Body>; mayImport: Policy; mayExport: Policy },
): void {
  const { path, bundle } = declared
  if (!bundle) return
  const bundled = { declared, bundle, ...rights }
  const load = () => import('./bundleFiles.ts')
  addBundleRoutes(app, services, [
    {
      ...rights,
      name: bundle.name,
      path,
      fileField: 'formData',
      importFiles: async (request) => (await load()).importDeclared(services, bundled, request),
      ...(bundle.planned && {
        planFiles: async (request: ImportRequest) => (await load()).planDeclared(services, bundled, request),
      }),
      exportFiles: async (subject, ids, release) =>
        (await load()).exportDeclared(services, bundled, subject, ids, release),
    },
  ])
  app.bundleParts.push({
    folder: bundle.folder,
    files: async (subject) => (await load()).allFiles(services, bundled, subject),
    prepare: async (request, values, errors) =>
      (await load()).prepareImport(services, bundled, request, values, errors),
  })
}
