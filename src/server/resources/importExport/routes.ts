import type { BundleKind } from '../../../model/bundle/bundle.ts'
import { addBundleRoutes, type BundleRoutes } from '../../importExport/bundleRoutes.ts'
import type { BundlePart, WriteFiles } from '../../importExport/parts.ts'
import type { Policy, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

/** Import and export: `/api/v1/{chart|dashboard|dataset|database}/import/` and `export/`, and everything as assets. */
export const importExportRoutes: Resource = (app, services) => {
  const kinds = (['Chart', 'Dashboard', 'Dataset', 'Database'] as const).map((view) => {
    // the kinds have the names of the views, in lower case
    const kind = view.toLowerCase() as BundleKind
    return bundlesOf(services, kind, { mayImport: `can_write:${view}`, mayExport: `can_export:${view}` })
  })
  const assets = {
    ...bundlesOf(
      services,
      'assets',
      { mayImport: 'can_import_:ImportExportRestApi', mayExport: 'can_export:ImportExportRestApi' },
      app.bundleParts,
    ),
    fileField: 'bundle',
    isWhole: true,
  }
  addBundleRoutes(app, services, [...kinds, assets])
}

/** `parts`: other kinds of objects in the bundles. Resources may add theirs later, so the list is read per request. */
function bundlesOf(
  services: Services,
  kind: BundleKind | 'assets',
  rights: { mayImport: Policy; mayExport: Policy },
  parts: readonly BundlePart[] = [],
): BundleRoutes {
  return {
    ...rights,
    name: kind,
    path: `/api/v1/${kind}`,
    fileField: 'formData',
    importFiles: async (request) => {
      const { importBundle } = await import('../../importExport/importBundle.ts')
      const { bundle, ...order } = { ...request, overwrite: request.overwrite || kind === 'assets' }
      return importBundle(services, bundle, { ...order, kind }, async (values, errors) => {
        const prepared = new Map<string, WriteFiles>()
        for (const { folder, prepare } of parts)
          prepared.set(folder, await prepare({ bundle, ...order }, values, errors))
        return prepared
      })
    },
    planFiles: async ({ bundle, ...request }) => {
      const { planImport } = await import('../../importExport/planImport.ts')
      return planImport(services, bundle, { ...request, overwrite: request.overwrite || kind === 'assets', kind })
    },
    exportFiles: async (subject, ids, release) => {
      const { exportBundle } = await import('../../importExport/exportBundle.ts')
      return exportBundle(services, subject, kind, ids, { parts, release })
    },
  }
}
