import { Calendar } from 'lucide-react'
import type { FilterSettings } from '../shared/filterSettings.ts'

export default { icon: Calendar, needsTime: true, hasDataset: true, sort: 'order' } satisfies FilterSettings
