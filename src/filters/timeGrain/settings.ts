import { Clock } from 'lucide-react'
import type { FilterSettings } from '../shared/filterSettings.ts'

export default { icon: Clock, needsTime: true, hasDataset: true, sort: 'order' } satisfies FilterSettings
