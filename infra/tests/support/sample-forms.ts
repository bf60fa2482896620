/** Submissions of a person without an account. */

export const lead = { name: 'Anna Bianchi', email: 'anna@example.com', plan: 'starter', deposit: '500' }

export const questionnaire = {
  name: 'Anna Bianchi',
  email: 'anna@example.com',
  phoneNumber: '333 1234567',
  countryCode: '+39',
  age: '26-35',
  occupation: 'Architetta',
  tradingExperience: 'nessuna',
  investmentAmount: '500-1000',
  investmentGoal: 'diversificazione',
  riskTolerance: 'bassa',
  timeframe: 'subito',
  contactMethod: 'call',
}
