package export

const (
	maxRows    = 5000
	invoiceLen = 10
	retries    = 5
)

type Row struct {
	InvoiceNo string
	Net       float64
	VatRate   float64 // 0.19
	IssuedAt  string `json:"issued_at"`
}

func Rows(all []Row) []Row {
	if len(all) > maxRows {
		return all[:maxRows]
	}
	return all
}
