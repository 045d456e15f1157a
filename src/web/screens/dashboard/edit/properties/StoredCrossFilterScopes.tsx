import { defineTexts, useText } from '../../../../ui/text.ts'
import { LoadFailureDialog } from '../LoadFailureDialog.tsx'
import { useStoredMetadata } from '../useStoredMetadata.ts'
import { CrossFilterScopeDialog } from './CrossFilterScopeDialog.tsx'

const texts = defineTexts('dashboard.storedScopes', {
  title: 'Cross-filtering scoping',
  failed: 'Failed to save cross-filter scoping. {reason}',
})

interface StoredCrossFilterScopesProps {
  /** the chart whose scoping is selected at first */
  startId?: number
  onClose: () => void
}

/** The scopes of cross-filters in view mode: saved at once, without changing anything else. */
export default function StoredCrossFilterScopes({ startId, onClose }: StoredCrossFilterScopesProps) {
  const t = useText()
  const { metadata, failure, save } = useStoredMetadata({
    part: 'scopes',
    failed: (reason) => t(texts.failed, { reason }),
    onSaved: onClose,
  })
  if (failure) return <LoadFailureDialog title={t(texts.title)} failure={failure} onClose={onClose} />
  return metadata ? (
    <CrossFilterScopeDialog metadata={metadata} startId={startId} onClose={onClose} onSave={save} />
  ) : null
}
