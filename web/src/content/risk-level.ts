export const riskLevels = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof riskLevels)[number]

export const riskName: Record<RiskLevel, string> = { low: 'Basso', medium: 'Medio', high: 'Alto' }
