package rules

const (
	freeMinutes   = 20
	hourCents     = 250
	dayMaxEuros   = 18
	lostTicket    = 30
	maxHeightCm   = 210
	places        = 340
	sessionHours  = 24
)
