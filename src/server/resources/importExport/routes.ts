import type { BundleKind } from '../../../model/bundle/bundle.ts'
import { addBundleRoutes, type BundleRoutes } from '../../importExport/bundleRoutes.ts'
import type { Policy, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

/** Bundles in and out: `/api/v1/{chart|dashboard|dataset|database}/import/` and `export/`, and all at once as assets. */
export const importExportRoutes: Resource = (app, services) => {
  const kinds = (['Chart', 'Dashboard', 'Dataset', 'Database'] as const).map((view) => {
    // the views are called as the kinds
    const kind = view.toLowerCase() as BundleKind
    return bundlesOf(services, kind, { mayImport: `can_write:${view}`, mayExport: `can_export:${view}` })
  })
  const assets = {
    ...bundlesOf(services, 'assets', {
      mayImport: 'can_import_:ImportExportRestApi',
      mayExport: 'can_export:ImportExportRestApi',
    }),
    fileField: 'bundle',
    isWhole: true,
  }
  addBundleRoutes(app, services, [...kinds, assets])
}

function bundlesOf(
  services: Services,
  kind: BundleKind | 'assets',
  rights: { mayImport: Policy; mayExport: Policy },
): BundleRoutes {
  return {
    ...rights,
    name: kind,
    path: `/api/v1/${kind}`,
    fileField: 'formData',
    importFiles: async ({ bundle, overwrite, ...order }) => {
      const { importBundle } = await import('../../importExport/importBundle.ts')
      return importBundle(services, bundle, { ...order, kind, overwrite: overwrite || kind === 'assets' })
    },
    exportFiles: async (subject, ids) => {
      const { exportBundle } = await import('../../importExport/exportBundle.ts')
      return exportBundle(services, subject, kind, ids)
    },
  }
}
