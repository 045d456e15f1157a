import { addBundleRoutes } from '../importExport/bundleRoutes.ts'
import type { App, Policy } from '../resource.ts'
import type { Services } from '../services.ts'
import type { TableName } from '../storage/schema.ts'
import type { Declaration } from './declaration.ts'

/** `import/` and `export/` of a declared resource. */
export function addDeclaredBundle<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  { declared, ...rights }: { declared: Declaration<Table, Body>; mayImport: Policy; mayExport: Policy },
): void {
  const { path, bundle } = declared
  if (!bundle) return
  const load = () => import('./bundleFiles.ts')
  addBundleRoutes(app, services, [
    {
      ...rights,
      name: bundle.name,
      path,
      fileField: 'formData',
      importFiles: async (request) => (await load()).importDeclared(services, declared, bundle, request),
      exportFiles: async (subject, ids) => (await load()).exportDeclared(services, declared, bundle, subject, ids),
    },
  ])
}
