/** Figures in pictures carry a true minus; formats write a hyphen, which exports need. */
export const trueMinus = (text: string) => text.replace(/^([^\d.-]*)-(?=[^\d]*[\d.])/u, '$1−')
